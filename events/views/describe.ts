import {
  change,
  type DescribedFields,
  type Descriptions,
  firstValues,
  newValues,
} from '../language/describe.ts';
import type { ViewContent, ViewEvent, ViewerEvent } from './events.ts';

const directions: Record<NonNullable<ViewContent['sort']>['order'], string> = {
  asc: 'ascending',
  desc: 'descending',
};

const contentFields: DescribedFields<ViewContent> = {
  filters: {
    label: 'Filters',
    text: (filters) =>
      Object.entries(filters)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  },
  sort: { label: 'Order', text: (sort) => (sort ? `${sort.by}, ${directions[sort.order]}` : '') },
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
  ViewSaved: ({ list, owner, name, isShared, content }, names) => ({
    text: 'View saved',
    changes: [
      change('list', 'List', '', list),
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
  ViewChosen: ({ list, view }, names) => ({
    text: view === null ? 'List without a view chosen' : 'View chosen',
    changes: [
      change('list', 'List', undefined, list),
      change('view', 'View', undefined, view === null ? '' : (names.get(view) ?? view)),
    ],
  }),
};
