import { listOffers } from '@crm/contracts/offers/offers.ts';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../url/codec.ts';
import { isFiltered, noFilters, offerListState, queryOf } from './filters.ts';

const stateOf = (address: string) => decode(offerListState, new URLSearchParams(address));

describe('the address of the offers list', () => {
  test('a plain address is the whole list, and the whole list has a plain address', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(offerListState, stateOf('')).toString()).toBe('');
  });

  test('asks for a category, a status and a text', () => {
    expect(queryOf(stateOf('category=joint-health&status=inactive&search=oil&page=3&limit=25'))).toEqual({
      page: 3,
      limit: 25,
      category: 'joint-health',
      isActive: false,
      search: 'oil',
    });
  });

  test('what was written by hand and means nothing falls back, and is never sent', () => {
    expect(queryOf(stateOf('category=cars&status=gone&page=-1'))).toEqual({ page: 1, limit: 100 });
  });

  test.each(['', 'category=other&status=active&search=x'])(
    'what "%s" asks for holds by the contract',
    (address) => expect(listOffers.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );

  test('Clear Filters is offered when something is narrowed', () => {
    expect(isFiltered(noFilters)).toBe(false);
    expect(isFiltered({ ...noFilters, category: 'other' })).toBe(true);
    expect(isFiltered({ ...noFilters, status: 'active' })).toBe(true);
    expect(isFiltered({ ...noFilters, search: 'x' })).toBe(true);
  });
});
