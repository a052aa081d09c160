import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import { FilterBar } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { dialogOnDemand } from '../../ui/dialogOnDemand.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { PostbackStatus } from '../list/PostbackToggle.tsx';
import { postbackLogs } from '../queries.ts';
import { postbackTexts } from '../texts.ts';
import { LogCard, logColumns } from './columns.tsx';
import { filtersOf, logListState, queryOf } from './filters.ts';
import { LogActions } from './LogActions.tsx';
import type { OpenLogDialog } from './LogDialogs.tsx';
import { LogFilterSelects } from './LogFilterSelects.tsx';
import { LogStats } from './LogStats.tsx';
import { isRetryable } from './states.ts';
import { type RetryOne, useRetryOne } from './useRetryOne.ts';

const LogDialogs = dialogOnDemand(async () => (await import('./LogDialogs.tsx')).LogDialogs);

const retryKey = (retryOne: RetryOne): RowAction<PostbackLog> => ({
  action: 'retry',
  label: postbackTexts.logs.row.retryLog,
  run: (log) => (isRetryable(log) ? retryOne.run(log) : toast.info(postbackTexts.logs.row.notFailed)),
});

/** The deliveries of one postback with the partner's responses. */
export function PostbackLogs({ postback }: { postback: Postback }) {
  const [dialog, setDialog] = useState<OpenLogDialog | null>(null);
  const retryOne = useRetryOne(postback._id);
  const manages = can(useCurrentUser(), 'manage-postbacks');
  const cells = useMemo(
    () => ({
      onOpen: (log: PostbackLog) => setDialog({ kind: 'details', id: log._id }),
      retryOne,
    }),
    [retryOne],
  );
  const { list, state, setState, query } = useListPage({
    title: postbackTexts.logs.title,
    tab: postbackTexts.logs.documentTitle(postback.name),
    one: postbackTexts.logs.one,
    many: postbackTexts.logs.many,
    fields: logListState,
    query: (state) => postbackLogs(postback._id, queryOf(state)),
    columns: useMemo(() => logColumns(cells), [cells]),
    row: {
      id: ({ _id }) => _id,
      name: (log) => postbackTexts.logs.row.name(log.lead?.orderId ?? null),
      card: (log) => <LogCard log={log} {...cells} />,
      actions: [
        { action: 'open', label: postbackTexts.logs.row.open, run: cells.onOpen },
        ...(manages ? [retryKey(retryOne)] : []),
      ],
    },
    views: { of: 'postback-logs', use: useSavedViews },
    hold: dialog !== null,
  });
  const total = query.data?.pagination.total;

  return (
    <ListPage
      list={list}
      badges={<PostbackStatus postback={postback} />}
      subtitle={
        <>
          <span dir="auto">{postback.name}</span>
          <span role="status">{total === undefined ? ' ' : postbackTexts.logs.total(total)}</span>
        </>
      }
      actions={<LogActions postback={postback} query={query} openDialog={setDialog} />}
      filters={
        <>
          <LogStats postbackId={postback._id} filters={filtersOf(state)} />
          <FilterBar list={list} placeholder={postbackTexts.logs.search}>
            <LogFilterSelects filters={state} onChange={setState} />
          </FilterBar>
          {query.data?.message && (
            <p role="status" className="text-sm text-warn">
              {query.data.message}
            </p>
          )}
        </>
      }
      empty={{
        icon: ScrollText,
        title: postbackTexts.logs.empty.title,
        text: postbackTexts.logs.empty.text,
      }}
    >
      {dialog && (
        <LogDialogs
          dialog={dialog}
          postback={postback}
          filters={list.filtered ? filtersOf(state) : null}
          retryOne={retryOne}
          onClose={() => setDialog(null)}
        />
      )}
    </ListPage>
  );
}
