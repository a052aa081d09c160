import type { View, ViewedListName } from '@crm/contracts/views/views.ts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { viewList } from './queries.ts';

/** The views of a list as the page knows them. */
export type KnownViews = { views: View[]; lastUsed: string | null };

/**
 * Changes the known views, and changes each answer that arrives meanwhile in the same way: it may be older, and would undo the
 * change. A screen that equals its view would follow that.
 * @param changed changes views in which the change is made already to the same ones
 */
export function holdChange(
  queryClient: QueryClient,
  list: ViewedListName,
  changed: (known: KnownViews) => KnownViews,
) {
  const { queryKey } = viewList(list);
  const views = hashKey(queryKey);
  let isSaved = false;
  const change = () =>
    queryClient.setQueryData(queryKey, (answer) =>
      answer ? { ...answer, data: changed(answer.data) } : answer,
    );
  change();
  const letGo = queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash !== views) return;
    // The user has signed out, or has left the list for long.
    if (event.type === 'removed') return letGo();
    // `manual`: by a change, and not by an answer.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (isSaved && !event.action.data?.stale) letGo();
    else change();
  });
  return {
    /** The change was not saved: answers show what they say. */
    letGo,
    /** The change is saved: held until an answer that is not behind the user's writes. */
    untilRead: () => {
      isSaved = true;
    },
  };
}
