import {
  change,
  type DescribedFields,
  type Descriptions,
  firstValues,
  newValues,
} from '../language/describe.ts';
import type { ViewContent, ViewEvent, ViewerEvent } from './events.ts';

const directions: Record<ViewContent['sort']['order'], string> = { asc: 'ascending', desc: 'descending' };

const contentFields: DescribedFields<ViewContent> = {
  filters: {
    label: 'Filters',
    text: (filters) =>
      Object.entries(filters)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  },
  sort: { label: 'Order', text: ({ by, order }) => `${by}, ${directions[order]}` },
  columns: {
    label: 'Columns',
    text: (columns) =>
      columns
        .filter(({ shown }) => shown)
        .map(({ id }) => id)
        .join(', '),
  },
};

/** Each event of a saved view for people; `names` contain those of users. */
export const viewDescriptions: Descriptions<ViewEvent> = {
  ViewSaved: ({ owner, name, isShared, content }, names) => ({
    text: 'View saved',
    changes: [
      change('name', 'Name', '', name),
      change('owner', 'Owner', '', names.get(owner) ?? owner),
      change('isShared', 'Shared', '', isShared),
      ...firstValues(contentFields, content, names),
    ],
  }),
  ViewRenamed: ({ name }) => ({
    text: 'View renamed',
    changes: [change('name', 'Name', undefined, name)],
  }),
  ViewChanged: ({ content }, names) => ({
    text: 'View changed',
    changes: newValues(contentFields, content, names),
  }),
  ViewShared: () => ({ text: 'View shared', changes: [change('isShared', 'Shared', false, true)] }),
  ViewUnshared: () => ({
    text: 'View no longer shared',
    changes: [change('isShared', 'Shared', true, false)],
  }),
  ViewDeleted: () => ({ text: 'View deleted', changes: [] }),
};

/** Each event of a user's choice of a view for people; `names` contain those of views. */
export const viewerDescriptions: Descriptions<ViewerEvent> = {
  ViewChosen: ({ view }, names) => ({
    text: view === null ? 'List without a view chosen' : 'View chosen',
    changes: [change('view', 'View', undefined, view === null ? '' : (names.get(view) ?? view))],
  }),
};
