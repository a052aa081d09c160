import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { chooseView, saveView, updateView, viewedLists } from './views.ts';

const form = {
  name: 'Call today',
  filters: { status: 'hold', orderIds: 'A-1,B-2' },
  sort: { by: 'total', order: 'desc' },
  columns: [{ id: 'order', shown: true, width: null }],
};
const column = (id: string, width: number | null = null) => ({ id, shown: true, width });

describe('saving a view', () => {
  test('is private by default', () =>
    expect(saveView.body.parse(form)).toEqual({ ...form, list: 'leads', isShared: false }));

  test('requires a name and content', () =>
    expect(Object.keys(fieldErrors(saveView.body, {}))).toEqual(['name', 'filters', 'sort', 'columns']));

  test.each([
    ['name', '  ', 'name', 'This field is required'],
    ['name', 'x'.repeat(61), 'name', 'Cannot exceed 60 characters'],
    ['filters', { status: 7 }, 'filters.status', 'Must be text'],
    ['filters', { status: 'x'.repeat(20_001) }, 'filters.status', 'Cannot exceed 20000 characters'],
    ['list', 'plans', 'list', `Must be one of: ${viewedLists.join(', ')}`],
    ['sort', { by: 'total', order: 'down' }, 'sort.order', 'Must be asc or desc'],
    ['sort', 'total', 'sort', 'Must be an object of fields'],
    ['columns', [column('a'), column('a')], 'columns', 'Each column once'],
    ['columns', [column('a', 1)], 'columns.0.width', 'Must be at least 2'],
    ['columns', [column('a', 101)], 'columns.0.width', 'Cannot exceed 100'],
    ['columns', Array.from({ length: 61 }, (_, n) => column(`c${n}`)), 'columns', 'At most 60 columns'],
    [
      'filters',
      Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${n}`, ''])),
      'filters',
      'At most 30 filters',
    ],
  ])('rejects %s %j at %s', (field, value, at, text) =>
    expect(fieldErrors(saveView.body, { ...form, [field]: value })).toEqual({ [at]: text }),
  );
});

test('an edit contains only the sent fields', () => {
  expect(updateView.body.parse({ name: ' Later ' })).toEqual({ name: 'Later' });
  expect(fieldErrors(updateView.body, { content: { filters: {} } })).toHaveProperty(['content.sort']);
});

test('accepts null as the last used view', () => {
  expect(chooseView.body.parse({ viewId: null })).toEqual({ list: 'leads', viewId: null });
  expect(fieldErrors(chooseView.body, { viewId: 'x' })).toEqual({ viewId: 'Must be an id' });
});
