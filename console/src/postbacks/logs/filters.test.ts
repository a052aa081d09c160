import { listLogs } from '@crm/contracts/postbacks/logs.ts';
import { describe, expect, test } from 'vitest';
import { deviceZone, instantsOf } from '../../format/period.ts';
import { decode, encode } from '../../url/codec.ts';
import { logListState, queryOf } from './filters.ts';

const stateOf = (address: string) => decode(logListState, new URLSearchParams(address));

describe('the URL of the logs', () => {
  test('has no parameters for a list without filters', () => {
    expect(queryOf(stateOf(''))).toEqual({ page: 1, limit: 100 });
    expect(encode(logListState, stateOf('')).toString()).toBe('');
  });

  test("holds all five filters; days are in the user's time zone", () =>
    expect(
      queryOf(
        stateOf(
          'status=failed&event=lead_approved&response=5xx&date=custom&from=2026-03-01&to=2026-03-02&search=A-17&page=4',
        ),
      ),
    ).toEqual({
      page: 4,
      limit: 100,
      status: 'failed',
      event: 'lead_approved',
      response: '5xx',
      ...instantsOf({ from: '2026-03-01', to: '2026-03-02', zone: deviceZone() }),
      search: 'A-17',
    }));

  test.each(['', 'status=suppressed&response=none&date=today&search=x'])(
    '"%s" yields a query that conforms to the contract',
    (address) => expect(listLogs.query.safeParse(queryOf(stateOf(address))).success).toBe(true),
  );
});
