import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { DeliveryPayload } from '@crm/events/postbacks/values.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { openWakeUp } from '@crm/platform/runner/wake-up.ts';
import { cuttableLine } from '@crm/platform/test/cuttable-line.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import type { Pool } from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { type Claimed, claim } from './claim.ts';
import { enqueue } from './enqueue.ts';
import { lockCircuits } from './lock-circuits.ts';
import { openRecorder } from './record.ts';
import type { Settlement } from './settlement.ts';
import { TENANT } from './test/world.ts';

const db = await testDatabase();
/** A proxy in front of Postgres that can drop the answers to the statement that writes results. */
const line = await cuttableLine(db.url, 'settle deliveries');
const pools = testPools(line.url, openLog('silent'));
afterEach(() => line.heal());
afterAll(async () => {
  await pools.end();
  line.close();
});

function payloadOf(orderId: string): DeliveryPayload {
  const at = '2026-03-01T12:00:00.000Z';
  const id = leadIdOf(TENANT, orderId);
  const status = { status: 'hold', statusReason: null, pendingReason: null } as const;
  const lead = {
    id,
    orderId,
    details: blankDetails,
    ...status,
    operator: null,
    createdAt: at,
    updatedAt: at,
  };
  return {
    event: 'new_lead',
    eventId: randomUUID(),
    eventTime: at,
    previousStatus: null,
    lead,
    offerName: null,
  };
}

/** Creates deliveries of one postback, claimed by one worker. */
async function claimedDeliveries(pool: Pool, count: number): Promise<Claimed[]> {
  const [postback, token] = [randomUUID(), randomUUID()];
  await pool.query('insert into postback_lanes (postback, tenant) values ($1, $2)', [postback, TENANT]);
  await pool.query(
    `insert into postback_configurations (postback, tenant, revision, state, active) values ($1, $2, 0, '{}', true)`,
    [postback, TENANT],
  );
  await pool.query('insert into postback_workers (token) values ($1)', [token]);
  const deliveries = Array.from({ length: count }, (_, n) => ({
    tenant: TENANT,
    postback,
    tries: 1,
    payload: payloadOf(`R-${n}`),
  }));
  await inTransaction(pool, (tx) => enqueue(tx, deliveries));
  return claim(pool, { lease: token, claim: randomUUID() }, { most: 9, share: 9, inFlight: new Map() });
}

function open() {
  const stop = new AbortController();
  const recorder = openRecorder({
    pool: pools.deliveries,
    log: openLog('silent'),
    work: openWakeUp(),
    committed: () => {},
    signal: stop.signal,
  });
  return { recorder, stop };
}

const success = (claimed: Claimed, responseBody: string): Settlement => ({
  claimed,
  kind: 'tried',
  event: claimed.payload.event,
  verdict: { outcome: 'success', reason: null, delayMs: 0, circuit: 'success', quietMs: 0, gone: false },
  attempt: {
    at: new Date(),
    method: 'POST',
    url: 'http://partner.example/',
    requestHeaders: {},
    requestBody: 'said',
    status: 200,
    responseHeaders: {},
    responseBody,
    responseCut: false,
    ms: 1,
    error: null,
  },
});

/** Records a success per delivery and waits until all results are written. */
async function recordAll(claimed: readonly Claimed[], responseBodyOf: (n: number) => string): Promise<void> {
  const { recorder, stop } = open();
  for (const [n, each] of claimed.entries()) recorder.record(success(each, responseBodyOf(n)));
  stop.abort();
  await recorder.run();
}

async function recorded(claimed: readonly Claimed[]) {
  const { rows } = await pools.deliveries.query<{
    status: string;
    request: string | null;
    body: string | null;
  }>(
    `select d.status, a.request_body as request, a.response_body as body
     from postback_deliveries d join postback_attempts a on a.delivery = d.id
     where d.id = any($1) order by body nulls last`,
    [claimed.map(({ delivery }) => delivery)],
  );
  return rows;
}

test('replaces characters of a response that Postgres cannot store', async () => {
  const claimed = await claimedDeliveries(pools.deliveries, 5);
  await recordAll(claimed, (n) => (n === 2 ? 'a NUL: \0, half an emoji: \ud83d' : 'fine'));
  expect(await recorded(claimed)).toEqual([
    { status: 'success', request: 'said', body: 'a NUL: \ufffd, half an emoji: \ufffd' },
    ...Array(4).fill({ status: 'success', request: 'said', body: 'fine' }),
  ]);
  expect((await pools.deliveries.query('select from postback_queue')).rowCount).toBe(0);
});

test('keeps the bodies of an attempt when the connection is lost during the write', async () => {
  const claimed = await claimedDeliveries(pools.deliveries, 1);
  line.swallowAnswers(2);
  await recordAll(claimed, () => 'fine');
  expect(await recorded(claimed)).toEqual([{ status: 'success', request: 'said', body: 'fine' }]);
});

test('a postback that another transaction holds delays only its own results', async () => {
  const [held, free] = [
    await claimedDeliveries(pools.deliveries, 2),
    await claimedDeliveries(pools.deliveries, 4),
  ];
  const { recorder, stop } = open();
  const running = recorder.run();
  const record = (claimed: readonly Claimed[]) => {
    for (const each of claimed) recorder.record(success(each, 'fine'));
  };
  await inTransaction(pools.background, async (tx) => {
    await lockCircuits(tx, held);
    record([...held.slice(0, 1), ...free.slice(0, 2)]);
    await vi.waitFor(async () => expect(await recorded(free)).toHaveLength(2));
    // Also while the first result of the other postback waits for its circuit.
    record([...held.slice(1), ...free.slice(2)]);
    await vi.waitFor(async () => expect(await recorded(free)).toHaveLength(4));
    expect(await recorded(held)).toEqual([]);
  });
  await vi.waitFor(async () => expect(await recorded(held)).toHaveLength(2));
  stop.abort();
  await running;
});

test('has no room at 500 unwritten results, until some of them are written', async () => {
  const [postback, lead] = [randomUUID(), randomUUID()];
  await pools.deliveries.query('insert into postback_lanes (postback, tenant) values ($1, $2)', [
    postback,
    TENANT,
  ]);
  const { recorder, stop } = open();
  const running = recorder.run();
  const settlement = (): Settlement => {
    const delivery = randomUUID();
    const claimed = { delivery, postback, lead, tenant: TENANT, lease: randomUUID(), claim: randomUUID() };
    return {
      claimed: { ...claimed, tries: 1, waited: 0, revision: 0, payload: payloadOf('R-1') },
      ...{ kind: 'held', delayMs: 0 },
    };
  };
  let isFree = false;
  const room = await inTransaction(pools.auth, async (tx) => {
    await tx.query('select from postback_lanes where postback = $1 for update', [postback]);
    for (let n = 0; n < 499; n += 1) recorder.record(settlement());
    await recorder.waitForRoom(stop.signal);
    recorder.record(settlement());
    const waits = recorder.waitForRoom(stop.signal).then(() => {
      isFree = true;
    });
    await vi.waitFor(async () => {
      const { rowCount } = await pools.auth.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    });
    expect(isFree).toBe(false);
    return { waits };
  });
  await room.waits;
  stop.abort();
  await recorder.waitForRoom(stop.signal);
  await running;
});
