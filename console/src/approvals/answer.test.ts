import { describe, expect, test } from 'vitest';
import { pendingApproval } from '../../test/pendingApproval.ts';
import { readApprovals, UnexpectedAnswer } from './answer.ts';
import { totalIn } from './pendingCount.ts';

const pagination = { page: 1, limit: 100, total: 7, totalCount: 7, totalPages: 1 };
const read = (body: unknown) => readApprovals({ text: JSON.stringify(body), stale: false });

describe('the list of approvals', () => {
  test.each([
    ['at the top level', [pendingApproval]],
    ['under data', { success: true, data: [pendingApproval] }],
    ['under approvals', { approvals: [pendingApproval] }],
    ['under data.approvals', { success: true, data: { approvals: [pendingApproval] } }],
    ['under data.leads', { success: true, data: { leads: [pendingApproval] } }],
  ])('is read %s', (_, body) => {
    expect(read(body)).toMatchObject({ data: [pendingApproval], pagination: { total: 1, totalPages: 1 } });
  });

  test('has the pagination of the response', () => {
    expect(read({ success: true, data: [pendingApproval], pagination }).pagination).toEqual(pagination);
  });

  test('may be empty', () => {
    expect(read({ success: true, data: [] }).data).toEqual([]);
  });
});

describe('an unexpected response is shown as a whole:', () => {
  test.each([
    ['another shape', { success: true, data: { items: [pendingApproval] }, pagination }],
    ['a row without its request', { data: [{ ...pendingApproval, pendingStatusChange: null }] }],
    ['no list', { success: true }],
  ])('%s', (_, body) => expect(rawOf(JSON.stringify(body))).toBe(JSON.stringify(body, null, 2)));

  test.each([
    ['a text that is no JSON', '<html>Bad gateway</html>'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(rawOf(text)).toBe(text));
});

test.each([
  [7, { success: true, data: [pendingApproval], pagination }],
  [0, { success: true, data: [pendingApproval] }],
  [0, [pendingApproval]],
  [0, null],
])('the number beside the link is %i', (total, body) => expect(totalIn(body)).toBe(total));

function rawOf(text: string): string | null {
  try {
    readApprovals({ text, stale: false });
    return null;
  } catch (error) {
    return error instanceof UnexpectedAnswer ? error.raw : null;
  }
}
