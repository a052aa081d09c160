import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as viewsContract from '@crm/contracts/views/views.ts';
import type { View, ViewedListName } from '@crm/contracts/views/views.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { codeOf } from '../api/errors.ts';
import { holdChange, type Sent } from '../api/holdChange.ts';
import { refresh } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';
import { viewList } from './queries.ts';

/** The saved content of a view. */
export type ViewContent = Pick<View, 'filters' | 'sort' | 'columns'>;

/** The views of a list as the page knows them. */
type KnownViews = Answered<typeof viewsContract.listViews>;

/** Saves the screen as a view of a list and returns it in the form of the list of views, before that is refetched. */
export function useSaveView(list: ViewedListName) {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof viewsContract.saveView>('POST', '/views'), ['views']);
  return async (named: { name: string; isShared: boolean }, content: ViewContent): Promise<View> => {
    const saved = command.mutateAsync({ body: { list, ...named, ...content } });
    const { data } = await saved;
    const now = new Date().toISOString();
    const known = { isOwn: true, mayChange: true, ownerName: null, createdAt: now, updatedAt: now };
    const view = { ...known, ...named, ...content, ...data.view };
    holdViews(queryClient, list, saved, ({ views, lastUsed }) => ({
      views: views.some(({ _id }) => _id === view._id) ? views : [...views, view],
      lastUsed,
    }));
    return view;
  };
}

/** Renames or shares a view. The change is shown at once and rolled back when the server refuses. */
export function useUpdateView(list: ViewedListName) {
  const queryClient = useQueryClient();
  const command = useViewEdit();
  return async (view: View, to: { name?: string; isShared?: boolean }) => {
    const saved = command.mutateAsync({ params: { id: view._id }, body: to });
    holdViews(queryClient, list, saved, changedView(view, to));
    await saved;
  };
}

/**
 * Saves the screen over a view, which is shown after success: a screen that equals its view would follow a rollback and lose
 * unsaved changes. When somebody else has changed the view since, throws after their change was read.
 * @param seen the view that the screen was made from
 */
export function useOverwriteView(list: ViewedListName) {
  const queryClient = useQueryClient();
  const command = useViewEdit();
  return async ({ filters, sort, columns, ...seen }: View, content: ViewContent) => {
    const body = { content, seen: { filters, sort, columns } };
    try {
      const saved = command.mutateAsync({ params: { id: seen._id }, body });
      await saved;
      holdViews(queryClient, list, saved, changedView(seen, content));
    } catch (error) {
      const read = refresh(queryClient, ['views']);
      if (codeOf(error) === 'changed-meanwhile') await read;
      throw error;
    }
  };
}

/** In order: a view can be shared, and not shared again, before the first answer. */
const useViewEdit = () =>
  useCommand(address<typeof viewsContract.updateView>('PUT', '/views/:id'), ['views'], {
    queue: 'changes of views',
  });

export function useDeleteView(list: ViewedListName) {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof viewsContract.deleteView>('DELETE', '/views/:id'), ['views']);
  return async ({ _id }: View) => {
    const saved = command.mutateAsync({ params: { id: _id } });
    await saved;
    holdViews(queryClient, list, saved, (known) => ({
      views: known.views.filter((one) => one._id !== _id),
      lastUsed: known.lastUsed === _id ? null : known.lastUsed,
    }));
  };
}

/** Stores the view to restore at the next visit, in the order of the choices; a failure is not shown. */
export function useChooseView(list: ViewedListName) {
  const queryClient = useQueryClient();
  const to = address<typeof viewsContract.chooseView>('PUT', '/views/last-used');
  const command = useCommand(to, ['views'], { queue: 'choices of views' });
  return (viewId: string | null) => {
    const chosen = command.mutateAsync({ body: { list, viewId } });
    holdViews(queryClient, list, chosen, (known) => ({ ...known, lastUsed: viewId }));
  };
}

const holdViews = (
  queryClient: QueryClient,
  list: ViewedListName,
  command: Sent,
  changed: (known: KnownViews) => KnownViews,
) => holdChange(queryClient, viewList(list).queryKey, command, changed);

const changedView =
  ({ _id }: Pick<View, '_id'>, to: Partial<View>) =>
  (known: KnownViews): KnownViews => ({
    ...known,
    views: known.views.map((one) => (one._id === _id ? { ...one, ...to } : one)),
  });
