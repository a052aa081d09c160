import { chooseView, deleteView, saveView, updateView, type View } from '@crm/contracts/views/views.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';
import { viewList } from './queries.ts';

/** What a view brings back, and so what of a screen is saved. */
export type ViewContent = Pick<View, 'filters' | 'sort' | 'columns'>;

/** Saves the screen under a name, and gives the view as the list of them will tell it in a moment. */
export function useSaveView() {
  const queryClient = useQueryClient();
  const command = useCommand(saveView, ['views']);
  return async (named: { name: string; isShared: boolean }, content: ViewContent): Promise<View> => {
    const { data } = await command.mutateAsync({ body: { ...named, ...content } });
    const now = new Date().toISOString();
    const known = { isOwn: true, mayChange: true, ownerName: null, createdAt: now, updatedAt: now };
    const view = { ...known, ...named, ...content, ...data.view };
    changeViews(queryClient, ({ views, lastUsed }) => ({ views: [...views, view], lastUsed }));
    return view;
  };
}

/** Renames, shares, or brings up to the screen; shown at once, and taken back should the server refuse. */
export function useUpdateView() {
  const queryClient = useQueryClient();
  const command = useCommand(updateView, ['views']);
  return async (view: View, to: { name?: string; isShared?: boolean; content?: ViewContent }) => {
    const { content, ...rest } = to;
    changeViews(queryClient, (known) => ({
      ...known,
      views: known.views.map((one) => (one._id === view._id ? { ...one, ...rest, ...content } : one)),
    }));
    try {
      return await command.mutateAsync({ params: { id: view._id }, body: to });
    } catch (error) {
      void refresh(queryClient, ['views']);
      throw error;
    }
  };
}

export function useDeleteView() {
  const queryClient = useQueryClient();
  const command = useCommand(deleteView, ['views']);
  return async ({ _id }: View) => {
    await command.mutateAsync({ params: { id: _id } });
    changeViews(queryClient, (known) => ({
      views: known.views.filter((one) => one._id !== _id),
      lastUsed: known.lastUsed === _id ? null : known.lastUsed,
    }));
  };
}

/**
 * Keeps the view for the next time the list is opened. A failure is not shown. A list of views that is on its way was
 * asked for before this choice and would undo it, so it is cancelled; the command's success asks again.
 */
export function useChooseView() {
  const queryClient = useQueryClient();
  const command = useCommand(chooseView, ['views']);
  return async (viewId: string | null) => {
    await queryClient.cancelQueries({ queryKey: viewList.queryKey });
    changeViews(queryClient, (known) => ({ ...known, lastUsed: viewId }));
    command.mutate({ body: { viewId } });
  };
}

type Known = { views: View[]; lastUsed: string | null };

function changeViews(queryClient: QueryClient, change: (known: Known) => Known): void {
  queryClient.setQueryData(viewList.queryKey, (answer) =>
    answer ? { ...answer, data: change(answer.data) } : answer,
  );
}
