import { batchStates } from '@crm/contracts/batches/states.ts';
import { ListChecks } from 'lucide-react';
import { FilterSelect } from '../pages/list/FilterBar.tsx';
import { ListPage } from '../pages/list/ListPage.tsx';
import { useListPage } from '../pages/list/useListPage.ts';
import { paths } from '../paths.ts';
import { oneOf, paging } from '../url/fields.ts';
import { BatchCard, batchColumns } from './columns.tsx';
import { batchList } from './queries.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.list;

const listState = { ...paging, state: oneOf(['all', ...batchStates], 'all') };

const states = [
  { value: 'all', label: texts.allStates },
  { value: 'queued', label: batchTexts.states.queued },
  { value: 'running', label: batchTexts.states.running },
  { value: 'done', label: batchTexts.states.done },
  { value: 'failed', label: batchTexts.states.failed },
  { value: 'cancelled', label: batchTexts.states.cancelled },
] as const;

/** The organisation's batches, running and ended: bulk actions, uploads, exports. */
export function BatchesPage() {
  const { list, filter } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: listState,
    query: ({ page, limit, state }) => batchList({ page, limit, ...(state !== 'all' && { state }) }),
    columns: batchColumns,
    row: {
      id: ({ _id }) => _id,
      name: ({ title }) => title,
      card: (batch) => <BatchCard batch={batch} />,
      actions: [{ action: 'open', label: texts.open, to: ({ _id }) => paths.batches.one(_id) }],
    },
    oneHeight: true,
  });
  return (
    <ListPage
      list={list}
      filters={
        <div className="flex flex-wrap gap-2">
          <FilterSelect label={texts.state} options={states} {...filter('state')} />
        </div>
      }
      empty={{
        icon: ListChecks,
        text: texts.empty,
      }}
    />
  );
}
