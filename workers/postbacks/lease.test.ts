import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { DeliveryPayload } from '@crm/events/postbacks/values.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Claimed, claim } from './claim.ts';
import type { ResponseClass } from './classify.ts';
import { closeCircuits } from './close-circuits.ts';
import { readConfigurations } from './configurations.ts';
import { deliveryIdOf, enqueue } from './enqueue.ts';
import { claimExpired } from './give-up.ts';
import { keepLease } from './lease.ts';
import { settle } from './settle.ts';
import type { Settlement } from './settlement.ts';
import { TENANT } from './test/world.ts';

const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const pool = pools.deliveries;
afterAll(() => pools.end());

let postback = '';
beforeEach(async () => {
  postback = randomUUID();
  await pool.query('delete from postback_queue; delete from postback_workers');
  await pool.query(
    `insert into postback_configurations (postback, tenant, revision, state, active) values ($1, $2, 0, '{}', true)`,
    [postback, TENANT],
  );
  await pool.query('insert into postback_lanes (postback, tenant) values ($1, $2)', [postback, TENANT]);
});

function payload(orderId: string, eventId: string = randomUUID()): DeliveryPayload {
  const id = leadIdOf(TENANT, orderId);
  const at = '2026-03-01T12:00:00.000Z';
  const lead = {
    id,
    orderId,
    details: blankDetails,
    status: 'hold',
    statusReason: null,
    pendingReason: null,
  } as const;
  return {
    event: 'status_update',
    eventId,
    eventTime: at,
    previousStatus: 'processing',
    lead: { ...lead, operator: null, createdAt: at, updatedAt: at },
    offerName: null,
  };
}

const put = (payloads: readonly DeliveryPayload[], again = false) =>
  inTransaction(pool, (tx) =>
    enqueue(
      tx,
      payloads.map((each) => ({ tenant: TENANT, postback, payload: each, tries: 2 })),
      { again },
    ),
  );

async function worker(): Promise<string> {
  const token = randomUUID();
  await pool.query('insert into postback_workers (token) values ($1)', [token]);
  return token;
}
const idOf = (lease: string) => ({ lease, claim: randomUUID() });
const claimAs = (token: string, inFlight = 0) =>
  claim(pool, idOf(token), { most: 100, share: 10, inFlight: new Map([[postback, inFlight]]) });

const tried = (claimed: Claimed, verdict: ResponseClass): Settlement => ({
  ...{ claimed, kind: 'tried', verdict, event: claimed.payload.event },
  attempt: {
    at: new Date(),
    method: 'POST',
    url: 'http://partner.example/',
    requestHeaders: {},
    requestBody: '{}',
    status: 200,
    responseHeaders: {},
    responseBody: '',
    responseCut: false,
    ms: 3,
    error: null,
  },
});
const atOnce = { delayMs: 0, quietMs: 0, gone: false };
const succeeded = (claimed: Claimed) =>
  tried(claimed, { outcome: 'success', reason: null, circuit: 'success', ...atOnce });
const toRetry = (claimed: Claimed) =>
  tried(claimed, { outcome: 'retry', reason: 'The partner answered 500', circuit: 'failure', ...atOnce });

async function statusOf(eventId: string) {
  const { rows } = await pool.query<{ status: string; attempts: number; max_attempts: number }>(
    'select status, attempts, max_attempts from postback_deliveries where id = $1',
    [deliveryIdOf(eventId, postback)],
  );
  return rows[0];
}

describe('claim', () => {
  test("takes a lead's next delivery after the one before has ended, and other leads at once", async () => {
    const [first, second, other] = [payload('A'), payload('A'), payload('B')];
    await put([first, second]);
    await put([other]);
    const token = await worker();
    const claimed = await claimAs(token);
    expect(claimed.map(({ payload: { eventId } }) => eventId)).toEqual([first.eventId, other.eventId]);
    expect(await claimAs(token)).toEqual([]);
    await settle(pool, claimed.map(succeeded));
    expect((await claimAs(token)).map(({ payload: { eventId } }) => eventId)).toEqual([second.eventId]);
  });

  test('finds a delivery that was enqueued while the one before it was settled', async () => {
    const token = await worker();
    for (let round = 0; round < 30; round += 1) {
      const [first, second] = [payload('A'), payload('A')];
      await put([first]);
      const claimed = await claimAs(token);
      expect(claimed).toHaveLength(1);
      await Promise.all([settle(pool, claimed.map(succeeded)), put([second])]);
      const next = await claimAs(token);
      expect(next.map(({ payload: { eventId } }) => eventId)).toEqual([second.eventId]);
      await settle(pool, next.map(succeeded));
    }
  });

  test('takes each delivery once under concurrent claims, and at most the share of a postback', async () => {
    await put(Array.from({ length: 60 }, (_, n) => payload(`L-${n}`)));
    const tokens = await Promise.all(Array.from({ length: 4 }, worker));
    const all = (await Promise.all(tokens.map((token) => claimAs(token)))).flat();
    expect(new Set(all.map(({ delivery }) => delivery)).size).toBe(all.length);
    for (const token of tokens)
      expect(all.filter(({ lease }) => lease === token).length).toBeLessThanOrEqual(10);
    const [one = ''] = tokens;
    expect((await claimAs(one, 7)).length).toBeLessThanOrEqual(3);
  });
});

describe('keepLease', () => {
  test('takes over from a suspended worker, whose late results are ignored', async () => {
    const payloadA = payload('A');
    await put([payloadA]);
    const still = await worker();
    const [stale] = await claimAs(still);
    if (!stale) throw new Error('Nothing was claimed');
    expect(await claimAs(await worker())).toEqual([]);

    const stop = new AbortController();
    const lease = keepLease(pool, { leaseMs: 300, log, signal: stop.signal });
    await vi.waitFor(() => expect(lease.token()).not.toBeNull());
    const token = lease.token() ?? '';
    const taken = await vi.waitFor(async () => {
      const claimed = await claimAs(token);
      expect(claimed).toHaveLength(1);
      return claimed;
    });

    await settle(pool, [succeeded(stale)]);
    expect(await statusOf(payloadA.eventId)).toEqual({ status: 'pending', attempts: 0, max_attempts: 2 });
    expect(await claimAs(still)).toEqual([]);
    await settle(pool, taken.map(succeeded));
    expect(await statusOf(payloadA.eventId)).toEqual({ status: 'success', attempts: 1, max_attempts: 2 });
    stop.abort();
    await lease.ended;
    await lease.release();
  });

  test('does not apply a result that is written twice to the next claim of the same worker', async () => {
    const lead = payload('A');
    await put([lead]);
    const token = await worker();
    const first = await claimAs(token);
    await settle(pool, first.map(toRetry));
    const second = await claimAs(token);
    expect(second).toHaveLength(1);

    // The recorder does this when the connection is lost after the commit and before its answer.
    await settle(pool, first.map(toRetry));
    expect(await statusOf(lead.eventId)).toEqual({ status: 'retry', attempts: 1, max_attempts: 2 });
    expect(await claimAs(token)).toEqual([]);
    await settle(pool, second.map(succeeded));
    expect(await statusOf(lead.eventId)).toEqual({ status: 'success', attempts: 2, max_attempts: 2 });
  });

  test('does not take over from a living worker when the clock of the database changes', async () => {
    const stop = new AbortController();
    const leases = [0, 1].map(() => keepLease(pool, { leaseMs: 1_000, log, signal: stop.signal }));
    await vi.waitFor(() => expect(leases.every(({ isFresh }) => isFresh())).toBe(true));
    const tokens = leases.map(({ token }) => token());
    const beats = async () => {
      const { rows } = await pool.query('select min(beat)::int as n from postback_workers');
      return rows[0].n;
    };
    for (const by of ['10 minutes', '-10 minutes', '0']) {
      await pool.query(
        `create or replace function postback_clock() returns timestamptz language sql volatile
         as 'select clock_timestamp() + interval ''${by}'''`,
      );
      // A worker looks at the other one after each beat.
      const before = await beats();
      await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before + 2));
      expect(leases.map(({ token }) => token())).toEqual(tokens);
    }
    stop.abort();
    await Promise.all(leases.map(({ ended }) => ended));
    await Promise.all(leases.map(({ release }) => release()));
  });
});

describe('an ended delivery', () => {
  test('is enqueued once, and again only on request', async () => {
    const payloadA = payload('A');
    expect(await put([payloadA])).toHaveLength(1);
    expect(await put([payloadA])).toEqual([]);
    expect(await put([payloadA], true)).toEqual([]); // it is still in the queue
    const token = await worker();
    await settle(pool, (await claimAs(token)).map(succeeded));
    expect(await put([payloadA])).toEqual([]);
    const circuit = async () =>
      (await pool.query('select sent, success from postback_lanes where postback = $1', [postback])).rows[0];
    expect(await circuit()).toEqual({ sent: 1, success: 1 });

    expect(await put([payloadA], true)).toEqual([deliveryIdOf(payloadA.eventId, postback)]);
    expect(await statusOf(payloadA.eventId)).toEqual({ status: 'pending', attempts: 1, max_attempts: 3 });
    expect(await circuit()).toEqual({ sent: 0, success: 0 });
    await settle(pool, (await claimAs(token)).map(succeeded));
    expect(await statusOf(payloadA.eventId)).toEqual({ status: 'success', attempts: 2, max_attempts: 3 });
    expect(await circuit()).toEqual({ sent: 1, success: 1 });
    const { rows } = await pool.query(
      'select status, n, retried, ms, timed from postback_counts where postback = $1 and n <> 0',
      [postback],
    );
    expect(rows).toEqual([{ status: 'success', n: 1, retried: 1, ms: 3, timed: 1 }]);
  });

  test('expires after 3 days behind an open circuit', async () => {
    const [old, young] = [payload('A'), payload('B')];
    await put([old]);
    await pool.query(`update postback_queue set enqueued_at = now() - interval '73 hours'`);
    await put([young]);
    const token = await worker();
    expect(await claimExpired(pool, idOf(token))).toEqual([]);
    await pool.query(
      `update postback_lanes set failures = 9, paused_until = now() + interval '5 minutes' where postback = $1`,
      [postback],
    );
    expect(await claimAs(token)).toEqual([]);
    const expired = await claimExpired(pool, idOf(token));
    expect(expired.map(({ payload: { eventId } }) => eventId)).toEqual([old.eventId]);
    await settle(
      pool,
      expired.map((claimed) => ({ claimed, kind: 'unsent', status: 'failed', reason: 'Too old' })),
    );
    expect(await statusOf(old.eventId)).toMatchObject({ status: 'failed', attempts: 0 });
  });
});

describe('a request that was on its way when its postback was corrected', () => {
  const circuit = async () => {
    const columns = 'failures, paused_until';
    return (await pool.query(`select ${columns} from postback_lanes where postback = $1`, [postback]))
      .rows[0];
  };
  const asked = { circuit: 'failure', delayMs: 0, quietMs: 60_000, gone: false } as const;
  const asksForPause = (claimed: Claimed) =>
    tried(claimed, { outcome: 'retry', reason: 'The partner answered 429', ...asked });

  test('neither pauses the corrected one nor counts as its failure; later ones do', async () => {
    await put([payload('A'), payload('B')]);
    const token = await worker();
    const before = await claimAs(token);
    expect(before).toHaveLength(2);
    // An edit of the URL, applied by the reaction.
    await pool.query('update postback_configurations set revision = 1 where postback = $1', [postback]);
    const [configuration] = await readConfigurations(pool, [{ tenant: TENANT, postback }]);
    await inTransaction(pool, (tx) => closeCircuits(tx, configuration ? [configuration] : [], []));
    await settle(pool, before.map(asksForPause));
    expect(await circuit()).toEqual({ failures: 0, paused_until: null });

    const after = await claimAs(token);
    expect(after).toHaveLength(2);
    await settle(pool, after.map(asksForPause));
    expect(await circuit()).toEqual({ failures: 2, paused_until: expect.any(Date) });
  });
});
