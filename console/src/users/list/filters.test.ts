import { listUsers } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../url/codec.ts';
import { isFiltered, noFilters, queryOf, userListState } from './filters.ts';

const stateOf = (address: string) => decode(userListState, new URLSearchParams(address));

describe('the address of the users list', () => {
  test('a plain address is the whole list, and the whole list has a plain address', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(userListState, stateOf('')).toString()).toBe('');
  });

  test('asks for a role, a status and a text', () => {
    expect(queryOf(stateOf('role=operator&status=inactive&search=asha&page=3&limit=25'))).toEqual({
      page: 3,
      limit: 25,
      role: 'operator',
      isActive: false,
      search: 'asha',
    });
    expect(queryOf(stateOf('status=active'))).toMatchObject({ isActive: true });
  });

  test('what was written by hand and means nothing falls back, and is never sent', () => {
    expect(queryOf(stateOf('role=boss&status=gone&page=0&limit=7'))).toEqual({ page: 1, limit: 100 });
  });

  test.each(['', 'role=admin&status=active&search=x'])(
    'what "%s" asks for holds by the contract',
    (address) => expect(listUsers.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );

  test('Clear Filters is offered when something is narrowed', () => {
    expect(isFiltered(noFilters)).toBe(false);
    expect(isFiltered({ ...noFilters, status: 'inactive' })).toBe(true);
    expect(isFiltered({ ...noFilters, role: 'admin' })).toBe(true);
    expect(isFiltered({ ...noFilters, search: 'x' })).toBe(true);
  });
});
