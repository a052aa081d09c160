import { describe, expect, test } from 'vitest';
import { decode } from '../url/codec.ts';
import { day, idOr, oneOf, paging, type StateOf, text } from '../url/fields.ts';
import { contentOf, screenKey, stateOf } from './viewContent.ts';

const fields = {
  ...paging,
  status: oneOf(['all', 'hold', 'trash'], 'all'),
  date: oneOf(['all', 'custom', 'today'], 'all'),
  from: day,
  orderIds: text(1000),
  address: oneOf(['all', 'with-address'], 'all'),
  sortBy: oneOf(['createdAt', 'total'], 'createdAt'),
  sortOrder: oneOf(['asc', 'desc'], 'desc'),
  view: idOr(''),
};
type State = StateOf<typeof fields>;
const columns = [{ id: 'order' }, { id: 'customer' }, { id: 'amount' }];
const column = (id: string, shown = true, width: number | null = null) => ({ id, shown, width });
const plain = decode(fields, new URLSearchParams());
const state: State = {
  ...plain,
  page: 7,
  limit: 25,
  status: 'hold',
  date: 'custom',
  from: '2026-03-01',
  orderIds: 'A-1,B-2',
  sortBy: 'total',
  sortOrder: 'asc',
};

describe('a saved view', () => {
  test('stores filters, sort and columns, but neither page nor page size', () => {
    expect(contentOf(fields, state, columns, [column('amount', false)])).toEqual({
      filters: { status: 'hold', date: 'custom', from: '2026-03-01', orderIds: 'A-1,B-2' },
      sort: { by: 'total', order: 'asc' },
      columns: [column('order'), column('customer'), column('amount', false)],
    });
  });

  test('restores its filters and clears all others', () => {
    const { page, limit, view, ...kept } = state;
    expect(stateOf(fields, contentOf(fields, state, columns, []))).toEqual(kept);
  });

  test('with a date preset uses the day on which it is opened', () =>
    expect(contentOf(fields, { ...plain, date: 'today' }, columns, []).filters).toEqual({ date: 'today' }));

  test('of a list with one order stores none', () => {
    const { sortBy, sortOrder, ...unsorted } = fields;
    const { sortBy: by, sortOrder: order, ...held } = state;
    const content = contentOf(unsorted, held, columns, []);
    expect(content.sort).toBeNull();
    expect(stateOf(unsorted, content)).toMatchObject({ status: 'hold', orderIds: 'A-1,B-2' });
  });

  test('with unknown filters and columns restores the others', () => {
    const old = {
      filters: { status: 'gone', mood: 'good', address: 'with-address' },
      sort: { by: 'phone', order: 'asc' as const },
    };
    expect(stateOf(fields, old)).toEqual({
      status: 'all',
      date: 'all',
      from: '',
      orderIds: '',
      address: 'with-address',
      sortBy: 'createdAt',
      sortOrder: 'asc',
    });
  });
});

describe('two screens are equal', () => {
  const keyOf = (more: Partial<State>, arranged = [column('order')]) =>
    screenKey(fields, columns, contentOf(fields, { ...state, ...more }, columns, arranged));
  const same = keyOf({});
  test('on any page and page size', () => expect(keyOf({ page: 1, limit: 500, view: '' })).toBe(same));
  test('in any notation of the view', () => {
    const { filters, sort, columns: arranged } = contentOf(fields, state, columns, []);
    const backwards = Object.fromEntries(Object.entries({ ...filters, search: '' }).reverse());
    expect(
      screenKey(fields, columns, { filters: backwards, sort, columns: [...arranged, column('gone')] }),
    ).toBe(same);
  });
  test('only with the same filters, sort and columns', () => {
    expect(keyOf({ status: 'trash' })).not.toBe(same);
    expect(keyOf({ sortOrder: 'desc' })).not.toBe(same);
    expect(keyOf({}, [column('customer', true, 12)])).not.toBe(same);
  });
});
