import { listUsers } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../url/codec.ts';
import { queryOf, userListState } from './filters.ts';

const stateOf = (address: string) => decode(userListState, new URLSearchParams(address));

describe('the URL of the users list', () => {
  test('has no parameters for a list without filters', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(userListState, stateOf('')).toString()).toBe('');
  });

  test('holds a role, a status and a search text', () => {
    expect(queryOf(stateOf('role=operator&status=inactive&search=asha&page=3&limit=25'))).toEqual({
      page: 3,
      limit: 25,
      role: 'operator',
      isActive: false,
      search: 'asha',
    });
    expect(queryOf(stateOf('status=active'))).toMatchObject({ isActive: true });
  });

  test('replaces invalid parameters by defaults and never sends them', () => {
    expect(queryOf(stateOf('role=boss&status=gone&page=0&limit=7'))).toEqual({ page: 1, limit: 100 });
  });

  test.each(['', 'role=admin&status=active&search=x'])(
    '"%s" yields a query that conforms to the contract',
    (address) => expect(listUsers.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );
});
