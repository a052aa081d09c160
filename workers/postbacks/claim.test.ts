import { randomUUID } from 'node:crypto';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claim } from './claim.ts';
import { TENANT } from './test/world.ts';

const db = await testDatabase();
const pools = testPools(db.url, openLog('silent'));
const pool = pools.deliveries;
afterAll(() => pools.end());

const SHARE = 24;
let lease = '';
beforeEach(async () => {
  lease = randomUUID();
  await pool.query('delete from postback_queue; delete from postback_workers');
  await pool.query('insert into postback_workers (token) values ($1)', [lease]);
});

/** A postback for which so many deliveries wait, each of another lead. */
async function waitingFor(deliveries: number): Promise<string> {
  const postback = randomUUID();
  await pool.query(
    `insert into postback_configurations (postback, tenant, revision, state, active) values ($1, $2, 0, '{}', true)`,
    [postback, TENANT],
  );
  await pool.query('insert into postback_lanes (postback, tenant) values ($1, $2)', [postback, TENANT]);
  await pool.query(
    `insert into postback_queue (delivery, tenant, postback, lead, due_at, enqueued_at, tries_left, telling)
     select gen_random_uuid(), $2, $1, gen_random_uuid(), '-infinity', now(), 3, '{}' from generate_series(1, $3)`,
    [postback, TENANT, deliveries],
  );
  return postback;
}

/** Claims, and adds what was claimed to the running requests. @returns the number of claimed deliveries by postback */
async function claimInto(running: Map<string, number>, most: number): Promise<Record<string, number>> {
  const claimed = await claim(
    pool,
    { lease, claim: randomUUID() },
    { most, share: SHARE, inFlight: running },
  );
  const counts: Record<string, number> = {};
  for (const { postback } of claimed) {
    counts[postback] = (counts[postback] ?? 0) + 1;
    running.set(postback, (running.get(postback) ?? 0) + 1);
  }
  return counts;
}

test('postbacks get as many running requests each, also when some have more already', async () => {
  const [busy, idle, other] = [await waitingFor(30), await waitingFor(30), await waitingFor(30)];
  const running = new Map([[busy, 5]]);
  await claimInto(running, 9);
  expect([...running.values()].sort()).toEqual([4, 5, 5]);
  await claimInto(running, 7);
  expect(Object.fromEntries(running)).toEqual({ [busy]: 7, [idle]: 7, [other]: 7 });
});

test('what postbacks with few deliveries leave, the next claims give to the others, up to their share', async () => {
  const [few, one, many] = [await waitingFor(2), await waitingFor(1), await waitingFor(40)];
  const running = new Map<string, number>();
  for (let room = 30; room > 0; ) {
    const taken = Object.values(await claimInto(running, room)).reduce((sum, count) => sum + count, 0);
    if (taken === 0) break;
    room -= taken;
  }
  expect(Object.fromEntries(running)).toEqual({ [few]: 2, [one]: 1, [many]: SHARE });
});

test('an open circuit and a full share leave their places to the others', async () => {
  const [open, full, free] = [await waitingFor(10), await waitingFor(10), await waitingFor(10)];
  await pool.query(
    `update postback_lanes set failures = 5, paused_until = now() + interval '1 hour' where postback = $1`,
    [open],
  );
  expect(await claimInto(new Map([[full, SHARE]]), 6)).toEqual({ [free]: 6 });
});
