import { LeadListQuery } from '@crm/contracts/leads/read.ts';
import { describe, expect, test } from 'vitest';
import { urlOf } from '../../api/url.ts';
import { deviceZone, instantsOf } from '../../format/period.ts';
import { decode, encode } from '../../url/codec.ts';
import { chipsOf, commentBadge } from './chips.ts';
import { type LeadListState, leadListState, noFilters, queryOf } from './filters.ts';

const operator = '7f6c1f8e-0d3f-4a3a-9a55-0c6a3c0a1111';
const offer = '7f6c1f8e-0d3f-4a3a-9a55-0c6a3c0a2222';
const plain = decode(leadListState, new URLSearchParams());
/** The filters that have the same name in the URL and at the server. */
const columns = {
  webmaster: 'wm-7',
  sub1: 'a',
  sub2: 'b',
  sub3: 'c',
  sub4: 'd',
  sub5: 'e',
  country: 'IN',
  paymentMode: 'cod' as const,
  currency: 'INR' as const,
};
const everything: LeadListState = {
  page: 3,
  limit: 25,
  sortBy: 'total',
  sortOrder: 'asc',
  search: 'राज & co',
  orderIds: 'A-1,B-2',
  status: 'hold',
  date: 'custom',
  from: '2026-03-01',
  to: '2026-03-09',
  zone: 'Asia/Kathmandu',
  assigned: operator,
  product: offer,
  progress: 'completed',
  comments: 'connected',
  reason: 'Call Back',
  address: 'without-address',
  request: 'rejected',
  ...columns,
  view: '7f6c1f8e-0d3f-4a3a-9a55-0c6a3c0a3333',
};
const nameOf = (id: string) => (id === operator ? 'Asha' : 'Slim Tea');

/** Sends the console's URL through the server's query schema. */
function received(state: LeadListState) {
  const params = new URL(urlOf('/leads', { query: queryOf(state) }), 'http://x').searchParams;
  return LeadListQuery.parse(Object.fromEntries(params));
}

describe('the address', () => {
  test('has no parameters for a list without filters', () => {
    expect(encode(leadListState, plain).toString()).toBe('');
  });

  test('holds the complete state', () => {
    expect(decode(leadListState, encode(leadListState, everything))).toEqual(everything);
  });

  test('replaces each invalid parameter by its default', () => {
    const address = 'status=gone&assigned=me&date=someday&from=1.3.&product=7&sortBy=phone&search=x';
    expect(decode(leadListState, new URLSearchParams(address))).toEqual({ ...plain, search: 'x' });
  });
});

describe('the query', () => {
  test('has no filters for a list without filters', () => {
    expect(received(plain)).toEqual({
      page: 1,
      limit: 100,
      includeComments: true,
      sortBy: 'createdAt',
      sortOrder: 'desc',
    });
  });

  test("sends every filter under the server's name", () => {
    expect(received(everything)).toEqual({
      page: 3,
      limit: 25,
      includeComments: true,
      sortBy: 'total',
      sortOrder: 'asc',
      search: 'राज & co',
      orderIds: ['A-1', 'B-2'],
      status: 'hold',
      ...instantsOf({ from: '2026-03-01', to: '2026-03-09', zone: 'Asia/Kathmandu' }),
      assignedOperator: operator,
      offer,
      commentConnectionStatus: 'connected',
      commentReason: 'Call Back',
      hasAddress: false,
      statusRequest: 'rejected',
      open: false,
      ...columns,
    });
  });

  test('does not send assigned and unassigned as operator ids', () => {
    expect(received({ ...plain, assigned: 'unassigned' })).toMatchObject({ assignmentStatus: 'unassigned' });
    expect(received({ ...plain, assigned: 'unassigned' })).not.toHaveProperty('assignedOperator');
  });

  test('sends a custom range with one end; sends a reason only with a call filter', () => {
    const query = queryOf({ ...plain, date: 'custom', from: '2026-03-01' });
    expect(query).toMatchObject(instantsOf({ from: '2026-03-01', to: '', zone: deviceZone() }));
    expect(query).not.toHaveProperty('endDate');
    expect(queryOf({ ...plain, comments: 'no-comments', reason: 'Ringing' }).commentReason).toBeUndefined();
  });
});

describe('the chips', () => {
  test('there are none without filters; paging and sorting are not filters', () => {
    const further: LeadListState = { ...plain, page: 4, limit: 10, sortBy: 'total' };
    expect(chipsOf(further, nameOf)).toEqual([]);
  });

  test('there are none for a custom range without days', () => {
    expect(chipsOf({ ...noFilters, date: 'custom' }, nameOf)).toEqual([]);
  });

  test('there is one per filter', () => {
    expect(chipsOf(everything, nameOf).map(({ text }) => text)).toEqual([
      'Search: राज & co',
      'Order IDs: 2',
      'Status: Hold',
      'Date: Mar 1, 2026 to Mar 9, 2026 (Asia/Kathmandu)',
      'Assigned to: Asha',
      'Product: Slim Tea',
      'Completed',
      'Connected Calls - Call Back',
      'Without address',
      'Rejected requests',
      'Webmaster: wm-7',
      'Sub 1: a',
      'Sub 2: b',
      'Sub 3: c',
      'Sub 4: d',
      'Sub 5: e',
      'Country: IN',
      'Payment mode: cod',
      'Currency: INR',
    ]);
  });

  test('removing each one leaves a list without filters', () => {
    const bare: LeadListState = Object.assign(
      {},
      everything,
      ...chipsOf(everything, nameOf).map(({ without }) => without),
    );
    expect(bare).toEqual({ ...everything, ...noFilters });
    expect(chipsOf(bare, nameOf)).toEqual([]);
  });
});

test('the header badge', () => {
  expect(commentBadge(noFilters)).toBeNull();
  expect(commentBadge({ ...noFilters, comments: 'not-connected' })).toBe('Not Connected Calls');
  expect(commentBadge({ ...noFilters, comments: 'not-connected', reason: 'Ringing' })).toBe(
    'Not Connected Calls - Ringing',
  );
  expect(commentBadge({ ...noFilters, comments: 'no-comments' })).toBe('No Comments');
});
