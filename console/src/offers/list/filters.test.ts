import { listOffers } from '@crm/contracts/offers/offers.ts';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../url/codec.ts';
import { offerListState, queryOf } from './filters.ts';

const stateOf = (address: string) => decode(offerListState, new URLSearchParams(address));

describe('the URL of the offers list', () => {
  test('has no parameters for a list without filters', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(offerListState, stateOf('')).toString()).toBe('');
  });

  test('holds a category, a status and a search text', () => {
    expect(queryOf(stateOf('category=joint-health&status=inactive&search=oil&page=3&limit=25'))).toEqual({
      page: 3,
      limit: 25,
      category: 'joint-health',
      isActive: false,
      search: 'oil',
    });
  });

  test('replaces invalid parameters by defaults and never sends them', () => {
    expect(queryOf(stateOf('category=cars&status=gone&page=-1'))).toEqual({ page: 1, limit: 100 });
  });

  test.each(['', 'category=other&status=active&search=x'])(
    '"%s" yields a query that conforms to the contract',
    (address) => expect(listOffers.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );
});
