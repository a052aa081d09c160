import { storiesOf } from '../test/story.ts';
import { type ViewReader, viewDecider } from './decide.ts';
import type { ViewContent, ViewEvent } from './events.ts';

/** Test fixtures for views. */
export const given = storiesOf(viewDecider);

export const ann: ViewReader = { id: '6b0f2a70-0000-4000-8000-000000000001', isAdmin: true };
export const bob: ViewReader = { id: '6b0f2a70-0000-4000-8000-000000000002', isAdmin: false };

export const content: ViewContent = {
  filters: { status: 'hold', date: 'today' },
  sort: { by: 'total', order: 'desc' },
  columns: [
    { id: 'order', shown: true, width: null },
    { id: 'comments', shown: false, width: 20 },
  ],
};

export const viewSaved = (by: ViewReader, isShared = false, list = 'leads'): ViewEvent => ({
  type: 'ViewSaved',
  data: { list, owner: by.id, name: 'Call today', isShared, content },
});
export const viewRenamed = (name: string): ViewEvent => ({ type: 'ViewRenamed', data: { name } });
export const viewChanged = (to: ViewContent): ViewEvent => ({ type: 'ViewChanged', data: { content: to } });
export const viewShared = (): ViewEvent => ({ type: 'ViewShared', data: {} });
export const viewUnshared = (): ViewEvent => ({ type: 'ViewUnshared', data: {} });
export const viewDeleted = (): ViewEvent => ({ type: 'ViewDeleted', data: {} });
