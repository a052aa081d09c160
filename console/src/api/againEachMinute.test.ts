import { expect, test } from 'vitest';
import { adminDashboard, operatorDashboard } from '../dashboards/queries.ts';
import { tenantList } from '../tenants/queries.ts';
import { teamWork } from '../work/queries.ts';
import { CallError } from './errors.ts';
import { againEachMinute } from './read.ts';

const failed = (status: number) =>
  new CallError({ kind: 'refused', status, message: null, code: null, errors: {}, stale: false });

test.each([
  ['right figures', { data: { stale: false }, error: null }, 60_000],
  ['figures behind the own writes', { data: { stale: true }, error: null }, 2_000],
  ['figures that a busy server did not refresh', { data: { stale: false }, error: failed(503) }, 10_000],
  ['nothing yet, because the server is busy', { data: undefined, error: failed(503) }, false],
  ['a refusal', { data: { stale: false }, error: failed(403) }, false],
])('when a page with %s reads again by itself, also when nothing happens', (_, state, expected) => {
  expect(againEachMinute({ state })).toBe(expected);
});

test('figures of today, and those of leads for super admins, are read again each minute', () => {
  const lists = [adminDashboard('7d'), operatorDashboard(), teamWork(), tenantList({ page: 1, limit: 100 })];
  for (const { refetchInterval } of lists) expect(refetchInterval).toBe(againEachMinute);
});
