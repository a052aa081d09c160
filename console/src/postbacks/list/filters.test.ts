import { listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../url/codec.ts';
import { isFiltered, noFilters, postbackListState, queryOf } from './filters.ts';

const stateOf = (address: string) => decode(postbackListState, new URLSearchParams(address));

describe('the address of the postbacks list', () => {
  test('a plain address is the whole list, and the whole list has a plain address', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(postbackListState, stateOf('')).toString()).toBe('');
  });

  test('asks for a status, a trigger and a text', () => {
    expect(queryOf(stateOf('status=inactive&trigger=lead_rejected&search=keitaro&page=2'))).toEqual({
      page: 2,
      limit: 100,
      search: 'keitaro',
      isActive: false,
      triggerEvent: 'lead_rejected',
    });
  });

  test('what was written by hand and means nothing falls back', () =>
    expect(queryOf(stateOf('status=on&trigger=sale&page=0'))).toEqual({ page: 1, limit: 100 }));

  test.each(['', 'trigger=new_lead&status=active&search=x'])(
    'what "%s" asks for holds by the contract',
    (address) => expect(listPostbacks.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );

  test('Clear Filters is offered when something is narrowed', () => {
    expect(isFiltered(noFilters)).toBe(false);
    expect(isFiltered({ ...noFilters, trigger: 'new_lead' })).toBe(true);
    expect(isFiltered({ ...noFilters, status: 'inactive' })).toBe(true);
    expect(isFiltered({ ...noFilters, search: 'x' })).toBe(true);
  });
});
