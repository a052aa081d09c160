import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { useQuery } from '@tanstack/react-query';
import { History, RefreshCw, Webhook } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { activityOptions, FilterSelect } from '../../pages/FilterBar.tsx';
import { ListPage } from '../../pages/ListPage.tsx';
import { paths } from '../../paths.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { BackfillDialog } from '../backfill/BackfillDialog.tsx';
import { DeletePostbackDialog } from '../DeletePostbackDialog.tsx';
import { triggerOptions } from '../labels.ts';
import { postbackList } from '../queries.ts';
import { PostbackCard, postbackColumns } from './columns.tsx';
import { isFiltered, noFilters, postbackListState, queryOf } from './filters.ts';

const group = 'Postbacks';
const triggers = [{ value: 'all', label: 'All trigger events' } as const, ...triggerOptions];

type PostbacksPageDialog = { kind: 'delete'; postback: Postback } | { kind: 'backfill' };

/** The list of the organisation's postbacks. */
export function PostbacksPage() {
  const [state, setState] = useUrlState(postbackListState);
  const [dialog, setDialog] = useState<PostbacksPageDialog | null>(null);
  const input = queryOf(state);
  const query = useQuery(postbackList(input));
  const columns = useMemo(() => postbackColumns((postback) => setDialog({ kind: 'delete', postback })), []);
  const askToDelete = (postback: Postback) => setDialog({ kind: 'delete', postback });

  return (
    <ListPage
      title="Postbacks"
      noun="postback"
      to={paths.postbacks.list}
      icon={Webhook}
      empty={isFiltered(state) ? 'No postbacks found' : 'No postbacks configured'}
      state={state}
      onPage={setState}
      query={query}
      list={JSON.stringify(input)}
      columns={columns}
      nameOf={(postback) => postback.name}
      card={(postback) => <PostbackCard postback={postback} onDelete={askToDelete} />}
      openAt={({ _id }) => paths.postbacks.logs(_id)}
      onDelete={askToDelete}
      actions={
        <>
          <ActionButton
            label="Refresh"
            group={group}
            action="refresh"
            icon={RefreshCw}
            busy={query.isRefetching}
            onClick={() => void query.refetch()}
          />
          <ActionButton
            label="Backfill"
            group={group}
            action="backfill"
            icon={History}
            onClick={() => setDialog({ kind: 'backfill' })}
          />
        </>
      }
      dialog={dialog && <PostbackDialog dialog={dialog} onClose={() => setDialog(null)} />}
      filtering={{
        search: state.search,
        placeholder: 'Name, description or URL',
        onSearch: (search, options) => setState({ search }, options),
        filtered: isFiltered(state),
        onClear: () => setState(noFilters),
        selects: (
          <>
            <FilterSelect
              label="Status"
              value={state.status}
              options={activityOptions}
              onChange={(status) => setState({ status })}
            />
            <FilterSelect
              label="Trigger event"
              value={state.trigger}
              options={triggers}
              onChange={(trigger) => setState({ trigger })}
            />
          </>
        ),
      }}
    />
  );
}

function PostbackDialog({ dialog, onClose }: { dialog: PostbacksPageDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case 'delete':
      return <DeletePostbackDialog postback={dialog.postback} onClose={onClose} />;
    case 'backfill':
      return <BackfillDialog postbackId={null} onClose={onClose} />;
    default:
      dialog satisfies never;
      return null;
  }
}
