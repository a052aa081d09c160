import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { tableState } from '../../api/tableState.ts';
import { formatNumber, plural } from '../../format/count.ts';
import { DensityButton } from '../../keys/DensityButton.tsx';
import { FilterBar } from '../../pages/FilterBar.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useDenseRows } from '../../ui/table/density.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { pageSizes } from '../../url/codec.ts';
import { useLastPage } from '../../url/useLastPage.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { PostbackStatus } from '../list/PostbackToggle.tsx';
import { postbackLogs } from '../queries.ts';
import { LogCard, logColumns } from './columns.tsx';
import { filtersOf, isFiltered, logListState, noFilters, queryOf } from './filters.ts';
import { LogActions } from './LogActions.tsx';
import { LogDialogs, type OpenLogDialog } from './LogDialogs.tsx';
import { LogFilterSelects } from './LogFilterSelects.tsx';
import { LogKeys } from './LogKeys.tsx';
import { LogStats } from './LogStats.tsx';
import { useRetryOne } from './useRetryOne.ts';

/** The deliveries of one postback with the partner's responses. The URL holds the page's state. */
export function PostbackLogs({ postback }: { postback: Postback }) {
  useTitle(`Logs of ${postback.name}`);
  const [state, setState] = useUrlState(logListState);
  const [dense, setDense] = useDenseRows();
  const [current, setCurrent] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenLogDialog | null>(null);
  const retryOne = useRetryOne(postback._id);

  const input = queryOf(state);
  const query = useQuery(postbackLogs(postback._id, input));
  useLastPage(state.page, query, (page) => setState({ page }, { replace: true }));
  const pagination = query.data?.pagination;
  const filtered = isFiltered(state);
  const open = (log: PostbackLog) => setDialog({ kind: 'details', id: log._id });
  const columns = useMemo(
    () => logColumns({ onOpen: (log) => setDialog({ kind: 'details', id: log._id }), onRetry: retryOne }),
    [retryOne],
  );

  return (
    <Page fill>
      <PageHeader
        title="Postback Logs"
        badges={<PostbackStatus postback={postback} />}
        subtitle={
          <>
            <span dir="auto">{postback.name}</span>
            <span role="status">
              {pagination ? ` · Total: ${formatNumber(pagination.totalCount)} logs` : ' '}
            </span>
          </>
        }
        actions={<LogActions postback={postback} query={query} openDialog={setDialog} />}
      />
      <LogStats postbackId={postback._id} filters={filtersOf(state)} />
      <FilterBar
        title="Postback Logs"
        search={state.search}
        placeholder="Order ID, name or phone"
        onSearch={(search, options) => setState({ search }, options)}
        filtered={filtered}
        onClear={() => setState(noFilters)}
        selects={<LogFilterSelects filters={state} onChange={setState} />}
      >
        <DensityButton group="Postback Logs" dense={dense} onChange={setDense} />
      </FilterBar>
      <DataTable
        label="Postback Logs"
        columns={columns}
        state={tableState<PostbackLog>(query)}
        rowId={idOf}
        rowName={(log) => `log of order ${log.lead?.orderId ?? 'deleted'}`}
        list={JSON.stringify(input)}
        newRows={(count) => plural(count, { one: '# new log', other: '# new logs' })}
        hold={dialog !== null}
        cursor={{ id: current, onMove: setCurrent }}
        dense={dense}
        card={(log) => <LogCard log={log} onOpen={open} onRetry={retryOne} />}
        keys={(rows) => (
          <LogKeys rows={rows} current={current} onMove={setCurrent} onOpen={open} onRetry={retryOne} />
        )}
        empty={
          <EmptyState
            icon={ScrollText}
            title="No postback logs found"
            text={
              filtered
                ? 'No log matches these filters.'
                : 'As soon as a lead changes in a way that this postback asks for, it shows here.'
            }
          />
        }
      />
      {pagination && (pagination.totalCount > 0 || state.page > 1) && (
        <Pagination
          page={state.page}
          totalPages={pagination.totalPages}
          onPage={(page) => setState({ page })}
          limit={state.limit}
          limits={pageSizes}
          onLimit={(limit) => setState({ limit })}
        />
      )}
      {dialog && (
        <LogDialogs
          dialog={dialog}
          postback={postback}
          filters={filtered ? filtersOf(state) : null}
          onRetry={retryOne}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

const idOf = (log: PostbackLog) => log._id;
