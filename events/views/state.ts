import type { ViewContent, ViewEvent } from './events.ts';

export type View =
  | { phase: 'none' }
  | {
      phase: 'present';
      list: string;
      owner: string;
      name: string;
      isShared: boolean;
      content: ViewContent;
    }
  | { phase: 'deleted' };

/** Applies an event to the state. */
export function evolve(view: View, event: ViewEvent): View {
  if (event.type === 'ViewSaved') return { phase: 'present', ...event.data };
  if (view.phase !== 'present') return view;
  switch (event.type) {
    case 'ViewRenamed':
      return { ...view, name: event.data.name };
    case 'ViewChanged':
      return { ...view, content: event.data.content };
    case 'ViewShared':
      return { ...view, isShared: true };
    case 'ViewUnshared':
      return { ...view, isShared: false };
    case 'ViewDeleted':
      return { phase: 'deleted' };
    default:
      return event satisfies never;
  }
}
