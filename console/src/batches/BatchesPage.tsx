import { batchStates } from '@crm/contracts/batches/batches.ts';
import { ListChecks } from 'lucide-react';
import { FilterSelect } from '../pages/list/FilterBar.tsx';
import { ListPage } from '../pages/list/ListPage.tsx';
import { useListPage } from '../pages/list/useListPage.ts';
import { paths } from '../paths.ts';
import { oneOf, paging } from '../url/fields.ts';
import { BatchCard, batchColumns } from './columns.tsx';
import { batchList } from './queries.ts';

const listState = { ...paging, state: oneOf(['all', ...batchStates], 'all') };

const states = [
  { value: 'all', label: 'All states' },
  { value: 'queued', label: 'Waiting' },
  { value: 'running', label: 'Running' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

/** The organisation's batches, running and ended: bulk actions, uploads, exports. */
export function BatchesPage() {
  const { list, filter } = useListPage({
    title: 'Batches',
    one: 'batch',
    many: 'batches',
    fields: listState,
    query: ({ page, limit, state }) => batchList({ page, limit, ...(state !== 'all' && { state }) }),
    columns: batchColumns,
    row: {
      id: ({ _id }) => _id,
      name: ({ title }) => title,
      card: (batch) => <BatchCard batch={batch} />,
      actions: [{ action: 'open', label: 'Open batch', to: ({ _id }) => paths.batches.one(_id) }],
    },
    oneHeight: true,
  });
  return (
    <ListPage
      list={list}
      filters={
        <div className="flex flex-wrap gap-2">
          <FilterSelect label="State" options={states} {...filter('state')} />
        </div>
      }
      empty={{
        icon: ListChecks,
        text: 'Bulk actions on many leads, uploads and exports are found here while they run and afterwards.',
      }}
    />
  );
}
