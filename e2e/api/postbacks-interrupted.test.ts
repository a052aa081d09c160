import { randomUUID } from 'node:crypto';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { listLogs } from '@crm/contracts/postbacks/logs.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { TenantId } from '@crm/events/ids.ts';
import type { AnyBatchKind, BatchContext, BatchStep, Json } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { refused } from '@crm/platform/http/result.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { postbackBackfill } from '@crm/workers/postbacks/batches/backfill.ts';
import { postbackRetry } from '@crm/workers/postbacks/batches/retry.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

const { url, receipts, answers, forget, close } = await openReceiver();
afterAll(close);
beforeEach(forget);

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const pool = product.database.everyTenant;
const store = testStore(product.database.url);

const LEADS = 3;
const newLeads = async (webmaster: string) => {
  for (let n = 0; n < LEADS; n += 1)
    await admin.ask(createLead, { body: leadForm({ orderId: `${webmaster}-${n}`, webmaster }) });
  await admin.ask(listLeads); // waits until the table has them all
};
async function newPostback(webmaster: string) {
  const form = postbackForm(url, { filters: { webmasters: [webmaster] }, maxRetries: 0 });
  return (await admin.ask(createPostback, { body: form })).data.postback._id;
}
const ended = (id: string, status: 'success' | 'failed') =>
  vi.waitFor(async () =>
    expect((await admin.ask(listLogs, { params: { id }, query: { status } })).data).toHaveLength(LEADS),
  );

type Run = { startedAt: Date; from: BatchStep<Json> | null; isKilled: boolean };

/** Starts a batch. @param isKilled its process dies, or loses the batch, before the first step with progress */
async function start(kind: AnyBatchKind, task: unknown, { startedAt, from, isKilled }: Run) {
  const { rows } = await pool.query<{ tenant: string }>('select tenant from users where id = $1', [admin.id]);
  const steps: BatchStep<Json>[] = [];
  const context: BatchContext<Json> = {
    ...{ id: randomUUID(), tenant: TenantId.parse(rows[0]?.tenant), total: null, startedAt },
    from: from && structuredClone(from),
    actor: { kind: 'system', name: 'test' },
    signal: new AbortController().signal,
    step: async (step) => {
      if (isKilled && step.done > 0) throw new Error('killed');
      steps.push(structuredClone(step));
    },
    perform: async () => refused('not-done'),
  };
  const end = kind.run(task, context);
  const ended = isKilled
    ? expect(end).rejects.toThrow('killed')
    : expect(end).resolves.toMatchObject({ kind: 'done' });
  return { ended, last: () => steps.at(-1) ?? null };
}

/** Runs a batch. @returns its last step */
async function run(kind: AnyBatchKind, task: unknown, options: Run): Promise<BatchStep<Json> | null> {
  const { ended, last } = await start(kind, task, options);
  await ended;
  return last();
}

const period = { from: new Date(0).toISOString(), before: '2100-01-01T00:00:00.000Z' };
const filters = { logId: null, event: null, response: null, from: null, leads: null };

type Which = 'backfill' | 'retry';

/** Makes a postback with the leads that a batch sends. @returns the batch's kind, on this store, and its task */
async function prepare(which: Which, webmaster: string) {
  let postback: string;
  if (which === 'backfill') {
    await newLeads(webmaster);
    postback = await newPostback(webmaster);
  } else {
    answers.status = 404;
    postback = await newPostback(webmaster);
    await newLeads(webmaster);
    await ended(postback, 'failed');
  }
  receipts.length = 0;
  const kindOn = (from: EventStore) => (which === 'backfill' ? postbackBackfill : postbackRetry)(from, pool);
  const task =
    which === 'backfill'
      ? { postback, ...period, perSecond: 1_000, dryRun: false }
      : { postback, ...filters, before: period.before };
  return { postback, kindOn, task };
}

/** The deliveries of a postback that wait, and the attempts of all. */
async function sentOf(postback: string) {
  const { rows } = await pool.query<{ waiting: number; attempts: number }>(
    `select (select count(*) from postback_queue where postback = $1)::int as waiting, sum(attempts)::int as attempts
       from postback_deliveries where postback = $1`,
    [postback],
  );
  return rows[0];
}

test.each(['backfill', 'retry'] as const)(
  'a %s that is killed between enqueuing and its step sends each delivery once',
  async (which) => {
    const { postback, kindOn, task } = await prepare(which, which);
    const kind = kindOn(store);
    answers.status = 200;
    const startedAt = new Date();
    const last = await run(kind, task, { startedAt, from: null, isKilled: true });
    await ended(postback, 'success');
    expect(await run(kind, task, { startedAt, from: last, isKilled: false })).toMatchObject({
      counts: { successful: LEADS, skipped: 0, failed: 0 },
    });
    expect(await sentOf(postback)).toMatchObject({ waiting: 0 });
    expect(receipts).toHaveLength(LEADS);
    expect(new Set(receipts.map(({ headers }) => headers['webhook-id'])).size).toBe(LEADS);
  },
);

/** The event store may have another clock, which gives a batch its start. */
test('a backfill counts as sent what was sent since its start by the database, whatever the clock of the event store', async () => {
  const { postback, kindOn, task } = await prepare('backfill', 'clocks');
  const kind = kindOn(store);
  const counts = { successful: LEADS, skipped: 0, failed: 0 };
  const [ahead, behind] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 3_600_000)];
  const last = await run(kind, task, { startedAt: ahead, from: null, isKilled: true });
  await ended(postback, 'success');
  expect(await run(kind, task, { startedAt: ahead, from: last, isKilled: false })).toMatchObject({ counts });
  expect(await sentOf(postback)).toEqual({ waiting: 0, attempts: LEADS });

  expect(await run(kind, task, { startedAt: behind, from: null, isKilled: false })).toMatchObject({ counts });
  await vi.waitFor(async () => expect(await sentOf(postback)).toEqual({ waiting: 0, attempts: 2 * LEADS }));
});

/** The store, which answers reads of streams only when the test says so. */
function heldStore() {
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const readStream = vi.fn<EventStore['readStream']>(async (...asked) => {
    await freed;
    return store.readStream(...asked);
  });
  const held: EventStore = Object.assign(Object.create(store), { readStream });
  return { held, reading: () => vi.waitFor(() => expect(readStream).toHaveBeenCalled()), free };
}

test.each(['backfill', 'retry'] as const)(
  'a %s that was taken over before it enqueued sends no delivery a second time',
  async (which) => {
    const { postback, kindOn, task } = await prepare(which, `${which}-lost`);
    const before = (await sentOf(postback))?.attempts ?? 0;
    const startedAt = new Date();
    const { held, reading, free } = heldStore();
    const lost = await start(kindOn(held), task, { startedAt, from: null, isKilled: true });
    await reading();
    await run(kindOn(store), task, { startedAt, from: lost.last(), isKilled: false });
    const sent = { waiting: 0, attempts: before + LEADS };
    await vi.waitFor(async () => expect(await sentOf(postback)).toEqual(sent));
    free();
    await lost.ended;
    await vi.waitFor(async () => expect(await sentOf(postback)).toMatchObject({ waiting: 0 }));
    expect(await sentOf(postback)).toEqual(sent);
  },
);
