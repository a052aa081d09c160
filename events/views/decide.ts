import { changedFields } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { ViewContent, ViewEvent } from './events.ts';
import { evolve, type View } from './state.ts';

/** The caller. Admins manage all shared views of their tenant. */
export type ViewReader = { id: string; isAdmin: boolean };

export type ViewCommand =
  | {
      type: 'SaveView';
      by: ViewReader;
      list: string;
      name: string;
      isShared: boolean;
      content: ViewContent;
    }
  | {
      type: 'EditView';
      by: ViewReader;
      changes: {
        name?: string | undefined;
        isShared?: boolean | undefined;
        content?: ViewContent | undefined;
      };
      /** The content that the new one was made from. */
      seen?: ViewContent | undefined;
    }
  | { type: 'DeleteView'; by: ViewReader };

export type ViewRefusal =
  | 'changed-meanwhile'
  | 'view-exists'
  | 'view-not-found'
  | 'view-shared'
  | 'view-sharing';

type Known = Pick<Extract<View, { phase: 'present' }>, 'owner' | 'isShared'>;

/** A view is visible to its owner, and to all users of the tenant once it is shared. */
const maySee = (view: Known, by: ViewReader) => view.isShared || view.owner === by.id;
/** Admins change shared views; the owner changes a private view. */
export const mayChange = (view: Known, by: ViewReader) => (view.isShared ? by.isAdmin : view.owner === by.id);

/** Postgres keeps the fields of an object in an order of its own, so a content that was read may have another one. */
const sameContent = (a: ViewContent, b: ViewContent) => inOneOrder(a) === inOneOrder(b);

const inOneOrder = ({ filters, sort, columns }: ViewContent) =>
  JSON.stringify([
    Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    sort && [sort.by, sort.order],
    columns.map(({ id, shown, width }) => [id, shown, width]),
  ]);

export const viewDecider: Decider<View, ViewCommand, ViewEvent, ViewRefusal> = {
  initialState: { phase: 'none' },

  evolve,

  decide(command, view): Decision<ViewEvent, ViewRefusal> {
    const { by } = command;
    if (command.type === 'SaveView') {
      const { list, name, isShared, content } = command;
      if (view.phase !== 'none') return refuse('view-exists');
      if (isShared && !by.isAdmin) return refuse('view-sharing');
      return accept({ type: 'ViewSaved', data: { list, owner: by.id, name, isShared, content } });
    }
    if (view.phase !== 'present' || !maySee(view, by)) return refuse('view-not-found');
    if (!mayChange(view, by)) return refuse('view-shared');
    switch (command.type) {
      case 'EditView': {
        const { name, isShared, content } = changedFields(view, command.changes) ?? {};
        if (isShared && !by.isAdmin) return refuse('view-sharing');
        if (content && command.seen && !sameContent(command.seen, view.content))
          return refuse('changed-meanwhile');
        const events: ViewEvent[] = [];
        if (name !== undefined) events.push({ type: 'ViewRenamed', data: { name } });
        if (content) events.push({ type: 'ViewChanged', data: { content } });
        if (isShared !== undefined) events.push({ type: isShared ? 'ViewShared' : 'ViewUnshared', data: {} });
        return accept(...events);
      }
      case 'DeleteView':
        return accept({ type: 'ViewDeleted', data: {} });
      default:
        return command satisfies never;
    }
  },
};
