import { batchStates } from '@crm/contracts/batches/batches.ts';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { z } from 'zod';
import { tableState } from '../api/tableState.ts';
import { formatNumber, plural } from '../format/count.ts';
import { FilterSelect } from '../pages/FilterBar.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { pageSizes, paging } from '../url/codec.ts';
import { useLastPage } from '../url/useLastPage.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { BatchCard, batchColumns } from './columns.tsx';
import { batchList } from './queries.ts';

const listState = z.object({ ...paging, state: z.enum(['all', ...batchStates]).default('all') });

const states = [
  { value: 'all', label: 'All states' },
  { value: 'queued', label: 'Waiting' },
  { value: 'running', label: 'Running' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

/**
 * The organisation's batches, running and ended: bulk actions, uploads, exports. The URL holds the page's
 * state.
 */
export function BatchesPage() {
  useTitle('Batches');
  const [{ page, limit, state }, setState] = useUrlState(listState);
  const query = useQuery(batchList({ page, limit, ...(state !== 'all' && { state }) }));
  useLastPage(page, query, (last) => setState({ page: last }, { replace: true }));
  const pagination = query.data?.pagination;
  return (
    <Page fill>
      <PageHeader
        title="Batches"
        subtitle={
          <span role="status">
            {pagination
              ? `Showing: ${formatNumber(query.data?.data.length ?? 0)} of ${formatNumber(pagination.total)} batches`
              : ' '}
          </span>
        }
      />
      <div className="flex flex-wrap gap-2">
        <FilterSelect
          label="State"
          value={state}
          options={states}
          onChange={(next) => setState({ state: next })}
        />
      </div>
      <DataTable
        label="Batches"
        columns={batchColumns}
        state={tableState(query)}
        rowId={({ _id }) => _id}
        rowName={({ title }) => title}
        list={`${page} ${limit} ${state}`}
        newRows={(count) => plural(count, { one: '# new batch', other: '# new batches' })}
        card={(batch) => <BatchCard batch={batch} />}
        empty={
          <EmptyState
            icon={ListChecks}
            title="No batches found"
            text="Bulk actions on many leads, uploads and exports are found here while they run and afterwards."
          />
        }
      />
      {pagination && pagination.total > 0 && (
        <Pagination
          page={page}
          totalPages={pagination.totalPages}
          onPage={(next) => setState({ page: next })}
          limit={limit}
          limits={pageSizes}
          onLimit={(next) => setState({ limit: next })}
        />
      )}
    </Page>
  );
}
