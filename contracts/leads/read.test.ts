import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { exportLeads } from './export.ts';
import { addressStats, checkDuplicate, LeadListQuery, leadStats } from './read.ts';
import { freezeSelection } from './selections.ts';

const read = (query: object) => LeadListQuery.parse(query);

describe('the leads list', () => {
  test('defaults to the first 100, newest first, with comments', () =>
    expect(read({})).toEqual({
      page: 1,
      limit: 100,
      includeComments: true,
      sortBy: 'createdAt',
      sortOrder: 'desc',
    }));

  test('reads order ids from pasted text and from repeated parameters', () => {
    const ids = ['A-1', 'A-2', 'A-3'];
    expect(read({ orderIds: 'A-1, A-2\nA-3' }).orderIds).toEqual(ids);
    expect(read({ orderIds: ' ,A-1,,A-2\t A-3\r\n' }).orderIds).toEqual(ids);
    expect(read({ orderIds: ids }).orderIds).toEqual(ids);
    expect(read({ orderIds: ' , ' }).orderIds).toEqual([]);
  });

  test.each([
    ['page', '0', 'Must be a positive number'],
    ['page', 'last', 'Must be a positive number'],
    ['limit', '1001', 'Cannot exceed 1000'],
    ['status', 'pending', 'Must be one of processing, approved, cancelled, hold, trash'],
    ['assignedOperator', 'priya', 'Must be an id'],
    ['offer', 'Knee oil', 'Must be an id'],
    ['hasAddress', 'maybe', 'Must be true or false'],
    ['startDate', '03/01/2025', 'Must be a date (YYYY-MM-DD) or a date and time'],
    ['startDate', '2025-02-30', 'Must be a date (YYYY-MM-DD) or a date and time'],
    ['orderIds', Array(501).fill('A-1'), 'At most 500 order ids'],
  ])('rejects %s=%j with "%s"', (field, value, text) =>
    expect(fieldErrors(LeadListQuery, { [field]: value })).toEqual({ [field]: text }),
  );

  test.each(['2025-03-01', '2025-03-01T00:00:00Z', '2025-03-01T05:30:00.000+05:30'])(
    'accepts %s',
    (startDate) => expect(read({ startDate }).startDate).toBe(startDate),
  );
});

describe.each([
  ['a selection', freezeSelection.body],
  ['an export', exportLeads.query],
])('%s', (_, schema) => {
  test.each([
    ['orderIds', '', 'Name at least one order id'],
    ['orderIds', ' , ', 'Name at least one order id'],
    ['orderIds', [], 'Name at least one order id'],
    ['orderIds', [' '], 'Name at least one order id'],
    ['search', ' ', 'This field is required'],
    ['commentReason', '', 'This field is required'],
  ])('refuses a blank filter, which all leads match: %s=%j', (field, value, text) =>
    expect(fieldErrors(schema, { [field]: value })).toEqual({ [field]: text }),
  );

  test('accepts the filters of the list', () =>
    expect(fieldErrors(schema, { orderIds: 'A-1,A-2', search: 'Asha', commentReason: 'Busy' })).toEqual({}));
});

describe.each([
  ['/leads/stats', leadStats],
  ['/leads/address-stats', addressStats],
])('%s', (_, { query }) => {
  test('accepts the limit of clients that count the leads of a list, up to 1000', () => {
    expect(fieldErrors(query, { limit: '1000', status: 'hold' })).toEqual({});
    expect(fieldErrors(query, { limit: '1001' })).toEqual({ limit: 'Cannot exceed 1000' });
    expect(fieldErrors(query, { limit: '0' })).toEqual({ limit: 'Must be a positive number' });
  });
});

describe('the search for duplicates', () => {
  test('requires a phone or an email', () => {
    const required = { phone: 'This field is required' };
    expect(fieldErrors(checkDuplicate.body, {})).toEqual(required);
    expect(fieldErrors(checkDuplicate.body, { phone: '', email: ' ' })).toEqual(required);
    expect(fieldErrors(checkDuplicate.body, { email: 'ravi@example.test' })).toEqual({});
    expect(fieldErrors(checkDuplicate.body, { phone: '98765 43210' })).toEqual({});
  });
});
