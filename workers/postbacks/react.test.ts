import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import type { PostbackEvent } from '@crm/events/postbacks/events.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { countDeadLetters, listDeadLetters, requestRetry } from '@crm/platform/runner/dead-letters/list.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { run } from '@crm/platform/runner/run.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lockCircuits } from './lock-circuits.ts';
import { postbackReaction, REACTION, REACTION_VERSION } from './react.ts';
import { became, type ExistingPostback, historian } from './test/world.ts';

const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const store = testStore(db.url);
const history = historian(store, openSecrets('a secret key of the tests and of nothing else'), pools.auth);
const progress = createProgress(pools.projections);

/** A tenant with many postbacks. */
const MANY = TenantId.parse(randomUUID());

let stop = async () => {};
function start() {
  const stopping = new AbortController();
  const reaction = postbackReaction(store, () => {});
  const ended = run(reaction, {
    pool: pools.projections,
    leadership: openLeadership(db.url, log),
    store,
    progress,
    log,
    signal: stopping.signal,
  });
  stop = async () => {
    stopping.abort();
    await ended;
  };
}
beforeAll(async () => {
  await register(pools.projections, REACTION, REACTION_VERSION, await store.head());
});
afterAll(async () => {
  await stop();
  await store.close();
  await pools.end();
});

const reacted = async () =>
  expect(await progress.waitFor([REACTION], await store.head(), { timeoutMs: STATE_MS })).toBe('fresh');
async function deliveriesOf({ id }: ExistingPostback) {
  const { rows } = await pools.auth.query<{ type: string; stream: string }>(
    `select e.type, e.stream from postback_queue q
     join postback_deliveries d on d.id = q.delivery join event_store.events e on e.id = d.event_id
     where q.postback = $1 order by q.n`,
    [id],
  );
  return rows;
}

test('continues past invalid events of a lead and a postback; a retry applies each once, in order', async () => {
  const partner = await history.postback('https://partner.example/');
  const first = await history.lead('A-1');
  // These are invalid: the lead cannot be decoded, and the stream name of the postback holds no id.
  const { id: lead, stream } = await history.lead('A-2', { product: null as never });
  await history.happened({ id: lead, stream, tenant: partner.tenant, revision: 0 }, became('hold'));
  const [like] = await store.readStream(`postback-${partner.id}`);
  if (!like) throw new Error('a postback begins with an event');
  await store.append({ stream: 'postback-nonsense', expected: 'none', events: [{ ...like, id: lead }] });
  start();
  await reacted();
  const last = await history.lead('A-3');
  await reacted();

  expect(await deliveriesOf(partner)).toEqual([
    { type: 'LeadCreated', stream: first.stream },
    { type: 'LeadCreated', stream: last.stream },
  ]);
  expect(await listDeadLetters(db.pool, REACTION, 10)).toMatchObject([
    { type: 'LeadCreated', stream, held: 1 },
    { type: 'PostbackCreated', stream: 'postback-nonsense', held: 0 },
  ]);

  // Repairs the event, as a later upcaster would.
  await stop();
  await db.pool.query(
    `update event_store.events e
     set data = jsonb_set(e.data::jsonb, '{details,product}', (f.data::jsonb) #> '{details,product}')::json
     from event_store.events f where e.stream = $1 and e.revision = 0 and f.stream = $2 and f.revision = 0`,
    [stream, first.stream],
  );
  start();
  await requestRetry(db.pool, REACTION);
  await vi.waitFor(
    async () => expect(await countDeadLetters(db.pool)).toEqual([{ name: REACTION, failed: 1, held: 0 }]),
    { interval: 50 },
  );
  expect((await deliveriesOf(partner)).slice(2)).toEqual([
    { type: 'LeadCreated', stream },
    { type: 'LeadStatusChanged', stream },
  ]);
});

test('a transaction has at most 100 events, and about 1,000 deliveries', async () => {
  const partners = await Promise.all(
    Array.from({ length: 20 }, (_, n) => history.postback(`https://partner-${n}.example/`, {}, MANY)),
  );
  await reacted();
  await stop();
  const leads = 230;
  for (let n = 0; n < leads; n += 1) await history.lead(`C-${n}`, {}, MANY);
  start();
  await reacted();
  const { rows } = await pools.auth.query<{ deliveries: number }>(
    `select count(*)::int as deliveries from postback_deliveries
      where tenant = $1 group by xmin::text order by min(created_at)`,
    [MANY],
  );
  expect(partners.length * leads).toBe(4_600);
  // The first transaction has 100 events. From then on the reaction knows how many partners get one.
  expect(rows.map(({ deliveries }) => deliveries)).toEqual([2_000, 1_000, 1_000, 600]);
});

test('needs no transaction for the leads of a tenant that it knows to have no active postback', async () => {
  const partner = await history.postback('https://partner.example/');
  const { stream } = await history.lead('B-1');
  const [lead] = await store.readStream(stream);
  const [created] = await store.readStream(`postback-${partner.id}`);
  if (!lead || !created) throw new Error('a stream begins with an event');
  const foreign = { ...lead, meta: { ...lead.meta, tenant: TenantId.parse(randomUUID()) } };
  const token = { generation: 1, epoch: 1 };
  const { apply, committed, hasNoEffect } = postbackReaction(store, () => {});
  const nothing = () => [
    hasNoEffect?.([foreign], token),
    hasNoEffect?.([lead], token),
    hasNoEffect?.([foreign, created], token),
    hasNoEffect?.([foreign], { ...token, epoch: 2 }),
  ];

  expect(nothing()).toEqual([false, false, false, false]);
  const client = await pools.projections.connect();
  await client.query('begin');
  const result = await apply([foreign], client, token);
  await client.query('rollback');
  client.release();
  expect(nothing()).toEqual([false, false, false, false]);
  committed?.(result, START);
  expect(nothing()).toEqual([true, false, false, false]);
});

const edited = (changes: Partial<PostbackDetails>, ...named: string[]): PostbackEvent => ({
  type: 'PostbackEdited',
  data: { changes, secrets: named },
});

test.each<{ name: string; events: PostbackEvent[]; effect: 'ends' | 'keeps' }>([
  { name: 'another URL', events: [edited({ url: 'https://right.example/' })], effect: 'ends' },
  { name: 'another authentication', events: [edited({ authentication: { type: 'none' } })], effect: 'ends' },
  { name: 'another token', events: [edited({}, 'token')], effect: 'ends' },
  {
    name: 'an interruption',
    events: [
      { type: 'PostbackDisabled', data: { reason: 'by-hand', delivery: null } },
      { type: 'PostbackEnabled', data: {} },
    ],
    effect: 'ends',
  },
  { name: 'another name', events: [edited({ name: 'Tracker' })], effect: 'keeps' },
])('$name $effect the pause of a postback', async ({ events, effect }) => {
  const partner = await history.postback('https://wrong.example/');
  await reacted();
  const circuit = { failures: 9, paused_until: new Date('2099-01-01') };
  await pools.auth.query('update postback_lanes set failures = $2, paused_until = $3 where postback = $1', [
    partner.id,
    circuit.failures,
    circuit.paused_until,
  ]);
  await history.changed(partner, ...events);
  await reacted();
  const { rows } = await pools.auth.query(
    'select failures, paused_until from postback_lanes where postback = $1',
    [partner.id],
  );
  expect(rows).toEqual([effect === 'ends' ? { failures: 0, paused_until: null } : circuit]);
});

test('holds no delivery of a disabled postback while it waits for the circuit, so that no writer deadlocks', async () => {
  const partner = await history.postback('https://off.example/');
  await history.lead('L-1');
  await reacted();
  await stop();
  await pools.auth.query(`update postback_queue set due_at = '2099-01-01' where postback = $1`, [partner.id]);
  await history.lead('L-2');
  await history.changed(partner, {
    type: 'PostbackDisabled',
    data: { reason: 'by-hand', delivery: null },
  });
  // Another writer, for example one that forgets a lead, locks the circuit before the delivery.
  await inTransaction(pools.background, async (tx) => {
    await lockCircuits(tx, [{ tenant: partner.tenant, postback: partner.id }]);
    start();
    await vi.waitFor(async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    });
    const { rowCount } = await tx.query(
      'select from postback_queue where postback = $1 for update skip locked',
      [partner.id],
    );
    expect(rowCount).toBe(1);
  });
  await reacted();
  const { rows } = await pools.auth.query(
    `select distinct due_at = '-infinity' as due from postback_queue q where postback = $1 and due_at < 'infinity'`,
    [partner.id],
  );
  expect(rows).toEqual([{ due: true }]);
});
