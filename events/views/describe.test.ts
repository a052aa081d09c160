import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { viewDescriptions, viewerDescriptions } from './describe.ts';
import {
  ann,
  content,
  viewChanged,
  viewDeleted,
  viewRenamed,
  viewSaved,
  viewShared,
  viewUnshared,
} from './story.ts';

const names = new Map([
  [ann.id, 'Ann'],
  ['view-1', 'Call today'],
]);

test.each([
  {
    event: viewSaved(ann),
    lines: [
      'View saved',
      'List:  → leads',
      'Name:  → Call today',
      'Owner:  → Ann',
      'Shared:  → No',
      'Filters:  → status: hold, date: today',
      'Order:  → total, descending',
      'Columns:  → order',
    ],
  },
  { event: viewRenamed('Call tomorrow'), lines: ['View renamed', 'Name: ? → Call tomorrow'] },
  {
    event: viewChanged({ ...content, filters: {}, sort: { by: 'createdAt', order: 'asc' } }),
    lines: ['View changed', 'Filters: ? → ', 'Order: ? → createdAt, ascending', 'Columns: ? → order'],
  },
  {
    event: viewChanged({ ...content, sort: null }),
    lines: ['View changed', 'Filters: ? → status: hold, date: today', 'Order: ? → ', 'Columns: ? → order'],
  },
  { event: viewShared(), lines: ['View shared', 'Shared: No → Yes'] },
  { event: viewUnshared(), lines: ['View no longer shared', 'Shared: Yes → No'] },
  { event: viewDeleted(), lines: ['View deleted'] },
])('describes $event.type', ({ event, lines }) =>
  expect(described(viewDescriptions, event, names)).toEqual(lines),
);

test.each([
  { view: 'view-1', lines: ['View chosen', 'List: ? → leads', 'View: ? → Call today'] },
  { view: 'view-2', lines: ['View chosen', 'List: ? → leads', 'View: ? → view-2'] },
  { view: null, lines: ['List without a view chosen', 'List: ? → leads', 'View: ? → '] },
])('describes the choice of $view', ({ view, lines }) =>
  expect(described(viewerDescriptions, { type: 'ViewChosen', data: { list: 'leads', view } }, names)).toEqual(
    lines,
  ),
);
