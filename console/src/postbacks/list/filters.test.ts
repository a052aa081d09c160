import { listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../url/codec.ts';
import { postbackListState, queryOf } from './filters.ts';

const stateOf = (address: string) => decode(postbackListState, new URLSearchParams(address));

describe('the URL of the postbacks list', () => {
  test('has no parameters for a list without filters', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(postbackListState, stateOf('')).toString()).toBe('');
  });

  test('holds a status, a trigger and a search text', () => {
    expect(queryOf(stateOf('status=inactive&trigger=lead_rejected&search=keitaro&page=2'))).toEqual({
      page: 2,
      limit: 100,
      search: 'keitaro',
      isActive: false,
      triggerEvent: 'lead_rejected',
    });
  });

  test('replaces invalid parameters by defaults', () =>
    expect(queryOf(stateOf('status=on&trigger=sale&page=0'))).toEqual({ page: 1, limit: 100 }));

  test.each(['', 'trigger=new_lead&status=active&search=x'])(
    '"%s" yields a query that conforms to the contract',
    (address) => expect(listPostbacks.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );
});
