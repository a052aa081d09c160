import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { History, RefreshCw, Webhook } from 'lucide-react';
import { useMemo, useState } from 'react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { AddLink } from '../../pages/list/AddLink.tsx';
import { activityOptions, FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { useResourceRow } from '../../pages/list/useResourceRow.ts';
import { paths } from '../../paths.ts';
import { dialogOnDemand } from '../../ui/dialogOnDemand.tsx';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { triggerOptions } from '../labels.ts';
import { postbackList } from '../queries.ts';
import { postbacks } from '../resource.ts';
import { postbackTexts } from '../texts.ts';
import { PostbackCard, postbackColumns } from './columns.tsx';
import { postbackListState, queryOf } from './filters.ts';

const BackfillDialog = dialogOnDemand(
  async () => (await import('../backfill/BackfillDialog.tsx')).BackfillDialog,
);

const { title } = postbackTexts.navigation;
const triggers = [
  { value: 'all', label: postbackTexts.list.filters.allTriggers } as const,
  ...triggerOptions,
];

type PostbacksPageDialog = { kind: 'delete'; postback: Postback } | { kind: 'backfill' };

/** The list of the organisation's postbacks. */
export function PostbacksPage() {
  const manages = can(useCurrentUser(), postbacks.manage);
  const [dialog, setDialog] = useState<PostbacksPageDialog | null>(null);
  const askToDelete = (postback: Postback) => setDialog({ kind: 'delete', postback });
  const { list, filter, query } = useListPage({
    title,
    one: postbackTexts.list.one,
    many: postbackTexts.list.many,
    fields: postbackListState,
    query: (state) => postbackList(queryOf(state)),
    columns: useMemo(() => postbackColumns((postback) => setDialog({ kind: 'delete', postback })), []),
    row: {
      ...useResourceRow(postbacks, { open: paths.postbacks.logs, onDelete: askToDelete }),
      card: (postback) => <PostbackCard postback={postback} onDelete={askToDelete} />,
    },
    views: { of: 'postbacks', use: useSavedViews },
    hold: dialog !== null,
  });

  return (
    <ListPage
      list={list}
      actions={
        <>
          <ActionButton
            label={postbackTexts.list.refresh}
            group={title}
            action="refresh"
            icon={RefreshCw}
            busy={query.isRefetching}
            onClick={() => void query.refetch()}
          />
          {manages && (
            <ActionButton
              label={postbackTexts.list.backfill}
              group={title}
              action="backfill"
              icon={History}
              onClick={() => setDialog({ kind: 'backfill' })}
            />
          )}
          <AddLink
            noun={postbackTexts.list.noun}
            group={title}
            to={paths.postbacks.new}
            needs={postbacks.manage}
          />
        </>
      }
      filters={
        <FilterBar list={list} placeholder={postbackTexts.list.search}>
          <FilterSelect
            label={postbackTexts.list.filters.status}
            options={activityOptions}
            {...filter('status')}
          />
          <FilterSelect
            label={postbackTexts.list.filters.trigger}
            options={triggers}
            {...filter('trigger')}
          />
        </FilterBar>
      }
      empty={{ icon: Webhook, title: list.filtered ? postbackTexts.list.noMatch : postbackTexts.list.empty }}
    >
      {dialog && <PostbackDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </ListPage>
  );
}

function PostbackDialog({ dialog, onClose }: { dialog: PostbacksPageDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case 'delete':
      return <DeleteDialog of={postbacks} entity={dialog.postback} onClose={onClose} />;
    case 'backfill':
      return <BackfillDialog postbackId={null} onClose={onClose} />;
    default:
      dialog satisfies never;
      return null;
  }
}
