import { randomUUID } from 'node:crypto';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { giveUpExpired } from './give-up.ts';
import type { Settlement } from './settlement.ts';
import { TENANT } from './test/world.ts';

const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const pool = pools.deliveries;
afterAll(() => pools.end());

/** Deliveries of a postback with an open circuit that have been in the queue for 73 hours. */
async function expiredDeliveries(count: number) {
  const postback = randomUUID();
  await pool.query(
    `insert into postback_lanes (postback, tenant, failures, paused_until)
     values ($1, $2, 9, now() + interval '5 minutes')`,
    [postback, TENANT],
  );
  await pool.query(
    `insert into postback_queue (delivery, tenant, postback, lead, due_at, enqueued_at, tries_left, telling)
     select gen_random_uuid(), $2, $1, gen_random_uuid(), '-infinity', now() - interval '73 hours', 1, '{}'
     from generate_series(1, $3)`,
    [postback, TENANT, count],
  );
}

test('claims expired deliveries only when the recorder has room for them', async () => {
  await expiredDeliveries(300);
  const token = randomUUID();
  await pool.query('insert into postback_workers (token) values ($1)', [token]);
  const claimed = async () =>
    (await pool.query('select from postback_queue where lease = $1', [token])).rowCount;

  const recorded: Settlement[] = [];
  /** Callers that wait for room. */
  const waiting: (() => void)[] = [];
  const stop = new AbortController();
  const ended = giveUpExpired({
    pool,
    lease: { token: () => token },
    recorder: {
      record: (settlement) => void recorded.push(settlement),
      waitForRoom: () => new Promise((resolve) => void waiting.push(resolve)),
    },
    ...{ log, signal: stop.signal, checkEveryMs: 1 },
  });
  const callsForRoom = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count));

  await callsForRoom(1);
  expect(await claimed()).toBe(0);
  waiting[0]?.();
  await callsForRoom(2);
  expect(await claimed()).toBe(250);
  expect(recorded).toHaveLength(250);
  waiting[1]?.();
  await callsForRoom(3);
  expect(await claimed()).toBe(300);
  expect(new Set(recorded.map((each) => each.claimed.delivery)).size).toBe(300);
  expect(recorded.every((each) => each.kind === 'unsent' && each.status === 'failed')).toBe(true);

  stop.abort();
  waiting[2]?.();
  await ended;
});
