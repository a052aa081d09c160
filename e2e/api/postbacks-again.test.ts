import { randomUUID } from 'node:crypto';
import { cancelBatch, getBatch, pauseBatch, resumeBatch } from '@crm/contracts/batches/batches.ts';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { createLead, updateLead } from '@crm/contracts/leads/write.ts';
import { backfillPostback, listLogs, postbackStats, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { createPostback, togglePostback, updatePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { takeLead } from '@crm/contracts/work/work.ts';
import { TenantId } from '@crm/events/ids.ts';
import type { BatchContext, Json } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { refused } from '@crm/platform/http/result.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { postbackBackfill } from '@crm/workers/postbacks/batches/backfill.ts';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

const { url, receipts, answers, forget, close } = await openReceiver();
afterAll(close);
beforeEach(forget);

const product = await sharedProduct({ leads: 160 });
const admin = await product.signIn(product.people.admin);

async function newPostback(more: Partial<Sent<typeof createPostback, 'body'>> = {}) {
  const { data } = await admin.ask(createPostback, { body: postbackForm(url, more) });
  return { id: data.postback._id };
}
const newLead = async (more: Parameters<typeof leadForm>[0] = {}) =>
  (await admin.ask(createLead, { body: leadForm(more) })).data.lead;
const received = (n: number) => vi.waitFor(() => expect(receipts.length).toBeGreaterThanOrEqual(n));
const logsOf = async (id: string, query = {}) => (await admin.ask(listLogs, { params: { id }, query })).data;
/** The number of a postback's queued deliveries, plus one while the batch may still add some. */
async function waiting(postback: string, batch: string): Promise<number> {
  const { rows } = await product.database.everyTenant.query<{ n: number }>(
    `select (select count(*) from postback_queue where postback = $1)
          + (select count(*) from batch_runs where id = $2 and lease is not null) as n`,
    [postback, batch],
  );
  return rows[0]?.n ?? 0;
}
const until = <T>(look: () => Promise<T>) => vi.waitFor(look, { interval: 100 });

/** Counts what a backfill would send, by default of all time. @returns how it ended, and the leads that were done at each step */
async function dryRun(store: EventStore, tenant: TenantId, postback: string, from = new Date(0)) {
  const steps: number[] = [];
  const context: BatchContext<Json> = {
    ...{ id: randomUUID(), tenant, total: null, from: null, startedAt: new Date() },
    actor: { kind: 'system', name: 'test' },
    signal: new AbortController().signal,
    step: async ({ done }) => void steps.push(done),
    perform: async () => refused('not-done'),
  };
  const period = { from: from.toISOString(), before: new Date().toISOString() };
  const backfill = postbackBackfill(store, product.database.everyTenant);
  const end = await backfill.run({ postback, ...period, perSecond: 1000, dryRun: true }, context);
  return { end, steps };
}

describe('retries and backfills', () => {
  test('retries one failed delivery, then all, then those that match a filter', async () => {
    const { id } = await newPostback({ maxRetries: 0 });
    answers.status = 404;
    const orders = ['R-1', 'R-2', 'R-3'];
    for (const orderId of orders) await newLead({ orderId });
    const failed = await until(async () => {
      const all = await logsOf(id, { status: 'failed' });
      expect(all).toHaveLength(3);
      return all;
    });
    const retry = (body: Sent<typeof retryPostback, 'body'>) =>
      admin.ask(retryPostback, { params: { id }, body });
    expect((await retry({ dryRun: true })).data).toEqual({ count: 3 });
    expect((await retry({ dryRun: true, filters: { search: 'R-2' } })).data).toEqual({ count: 1 });
    expect((await retry({ dryRun: true, filters: { response: '5xx' } })).data).toEqual({ count: 0 });
    expect((await retry({ dryRun: true, filters: { status: 'success' } })).data).toEqual({ count: 0 });

    answers.status = 200;
    receipts.length = 0;
    const [one] = failed;
    const retried = await retry({ logId: one?._id ?? '' });
    expect([retried.status, retried.data.count, retried.data.batch?.kind]).toEqual([
      202,
      1,
      'postback-retry',
    ]);
    await received(1);
    expect(receipts.map(({ headers }) => headers['webhook-id'])).toEqual([one?._id]);
    await until(async () => expect(await logsOf(id, { status: 'success' })).toHaveLength(1));
    const again = await admin.call(retryPostback, { params: { id }, body: { logId: one?._id ?? '' } });
    expect([again.status, again.code]).toEqual([409, 'postback-log-not-failed']);

    await retry({ filters: { search: 'R-2' } });
    await until(async () => expect(await logsOf(id, { status: 'success' })).toHaveLength(2));
    const rest = await retry({});
    expect(rest.data.count).toBe(1);
    await until(async () => expect(await logsOf(id, { status: 'success' })).toHaveLength(3));
    const { data } = await admin.ask(postbackStats, { params: { id }, query: {} });
    expect(data).toMatchObject({ totalSent: 3, totalSuccess: 3, successRate: 100, retryRate: 100 });
    await admin.ask(togglePostback, { params: { id }, body: { isActive: false } });
    expect((await admin.call(retryPostback, { params: { id }, body: {} })).code).toBe('postback-off');
  });

  test.each(['waits for another attempt', 'failed and is retried'] as const)(
    'an approval that %s is sent as status_update once only that is requested',
    async (state) => {
      const { everyTenant } = product.database;
      const waits = state === 'waits for another attempt';
      const { id } = await newPostback({
        triggerEvents: ['lead_approved', 'status_update'],
        filters: { webmasters: [state] },
        ...{ maxRetries: waits ? 10 : 0, retryDelay: 60_000 },
      });
      const { _id } = await newLead({ webmaster: state });
      answers.status = 503;
      await admin.ask(updateLead, { params: { id: _id }, body: { status: 'approved' } });
      const log = (status: 'retry' | 'failed' | 'success', event: string) =>
        until(async () => expect(await logsOf(id)).toMatchObject([{ status, event }]));
      await log(waits ? 'retry' : 'failed', 'lead_approved');

      await admin.ask(updatePostback, { params: { id }, body: { triggerEvents: ['status_update'] } });
      await until(async () => {
        const read = 'select revision from postback_configurations where postback = $1';
        expect((await everyTenant.query(read, [id])).rows).toEqual([{ revision: 1 }]);
      });
      [receipts.length, answers.status] = [0, 200];
      if (waits)
        await everyTenant.query(`update postback_queue set due_at = '-infinity' where postback = $1`, [id]);
      else await admin.ask(retryPostback, { params: { id }, body: {} });
      await log('success', 'status_update');
      expect(receipts.map(({ body }) => JSON.parse(body).event)).toEqual(['status_update']);
    },
  );

  test('a backfill reads the leads of its tenant and no others, each once', async () => {
    const { id: postback } = await newPostback();
    const store = testStore(product.database.url);
    const read: string[] = [];
    const watched: EventStore = {
      ...store,
      readStream: (stream, options) => {
        read.push(stream);
        return store.readStream(stream, options);
      },
      readAll: () => {
        throw new Error('It reads the history of all tenants');
      },
    };
    await admin.ask(listLeads); // waits until the table has them all
    const { rows } = await product.database.everyTenant.query<{ stream: string; tenant: string }>(
      `select 'lead-' || l.id as stream, l.tenant
         from leads l join users u on u.tenant = l.tenant where u.id = $1 order by 1`,
      [admin.id],
    );
    const tenant = TenantId.parse(rows[0]?.tenant);
    const { end } = await dryRun(watched, tenant, postback);
    await admin.ask(togglePostback, { params: { id: postback }, body: { isActive: false } });
    expect(end.kind).toBe('done');
    expect(read.filter((stream) => stream.startsWith('lead-')).sort()).toEqual(
      rows.map(({ stream }) => stream),
    );
  });

  test('a backfill of a new postback waits for its settings while deliveries are behind', async () => {
    const reaction = await product.database.pool.connect();
    await reaction.query(`begin; select from checkpoints where name = 'postback-deliveries' for update`);
    const tag = 'behind';
    await newLead({ webmaster: tag });
    const { id } = await newPostback({ filters: { webmasters: [tag] } });
    const body = { startDate: '2020-01-01', endDate: '2100-01-01', dryRun: true };
    const counted = admin.ask(backfillPostback, { params: { id }, body });
    const isRunning = `select from batch_runs r join users u on u.tenant = r.tenant
                        where u.id = $1 and r.kind = 'postback-backfill' and r.lease is not null`;
    await until(async () =>
      expect((await product.database.everyTenant.query(isRunning, [admin.id])).rowCount).toBe(1),
    );
    await reaction.query('commit');
    reaction.release();
    const { _id } = (await counted).data.batch;
    await until(async () =>
      expect((await admin.ask(getBatch, { params: { id: _id } })).data.batch).toMatchObject({
        state: 'done',
        result: { count: 1 },
      }),
    );
  });

  test('a backfill saves its progress also where no event matches', async () => {
    const { id: postback } = await newPostback({ filters: { webmasters: ['nowhere'] } });
    const store = testStore(product.database.url);
    await admin.ask(listLeads); // waits until the table has them all
    const { rows } = await product.database.everyTenant.query<{ tenant: string; leads: number }>(
      `select l.tenant, count(*)::int as leads
         from leads l join users u on u.tenant = l.tenant where u.id = $1 group by l.tenant`,
      [admin.id],
    );
    const leads = rows[0]?.leads ?? 0;
    expect(leads).toBeGreaterThan(100);
    const { steps } = await dryRun(store, TenantId.parse(rows[0]?.tenant), postback);
    await admin.ask(togglePostback, { params: { id: postback }, body: { isActive: false } });
    expect(steps).toEqual([0, 100, leads]);
  });

  test('a backfill sends past events under their original ids', async () => {
    const tag = 'backfilled';
    const { id: first } = await newPostback({ filters: { webmasters: [tag] } });
    const made = [];
    for (let n = 1; n <= 4; n += 1) made.push(await newLead({ orderId: `B-${n}`, webmaster: tag }));
    const approved = made[0]?._id ?? '';
    await admin.ask(updateLead, { params: { id: approved }, body: { status: 'approved' } });
    await received(5);
    const before = receipts
      .filter(({ path }) => path === '/hook')
      .map(({ headers }) => headers['webhook-id']);
    receipts.length = 0;

    const period = { startDate: '2020-01-01', endDate: '2100-01-01' };
    const backfill = (id: string, more: object) =>
      admin.ask(backfillPostback, { params: { id }, body: { ...period, perSecond: 1000, ...more } });
    const ended = (batch: string) =>
      until(async () => {
        const { data } = await admin.ask(getBatch, { params: { id: batch } });
        expect(data.batch.finishedAt).not.toBeNull();
        return data.batch;
      });
    const counted = async (id: string, more: object) =>
      ended((await backfill(id, { dryRun: true, ...more })).data.batch._id);
    expect(await counted(first, {})).toMatchObject({ state: 'done', result: { count: 5 } });
    expect(receipts).toEqual([]);

    const started = (await backfill(first, {})).data.batch;
    expect(await ended(started._id)).toMatchObject({
      state: 'done',
      result: { count: 5 },
      counts: { successful: 5, skipped: 0 },
    });
    await received(5);
    const replayed = receipts.map(({ headers }) => headers['webhook-id']);
    expect([...replayed].sort()).toEqual([...before].sort());

    // A new postback gets past events, only those of its trigger, under that name.
    const { id: later } = await newPostback({
      triggerEvents: ['lead_approved'],
      filters: { webmasters: [tag] },
    });
    receipts.length = 0;
    await ended((await backfill(later, {})).data.batch._id);
    await received(1);
    expect(receipts).toHaveLength(1);
    expect(JSON.parse(receipts[0]?.body ?? '')).toMatchObject({
      event: 'lead_approved',
      previousStatus: 'processing',
      lead: { orderId: 'B-1', status: 'approved', webmaster: tag },
    });
    const none = await counted(later, { startDate: '2020-01-01', endDate: '2020-02-01' });
    expect(none.result).toMatchObject({ count: 0 });
  });

  test('a backfill of assignments has those of older leads that were taken from the pool', async () => {
    const store = testStore(product.database.url);
    const [tag, began] = ['taken', new Date()];
    const { id } = await newPostback({ triggerEvents: ['lead_assigned'], filters: { webmasters: [tag] } });
    const { _id } = await newLead({ orderId: 'TAKEN-1', webmaster: tag });
    await admin.ask(changeSettings, { body: { takingAllowed: true } });
    const operator = await product.signIn(product.people.operator);
    await operator.ask(takeLead, { body: { leadIds: [_id] } });
    await received(1);
    // The lead came in hours ago: a take leaves the time of its last event.
    const move = (hours: number) =>
      product.database.everyTenant.query<{ tenant: string }>(
        'update leads set updated_at = updated_at + make_interval(hours => $2) where id = $1 returning tenant',
        [_id, hours],
      );
    const { rows } = await move(-3);
    // Later files of this product compare its rows with those of a rebuild.
    onTestFinished(async () => void (await move(3)));
    const tenant = TenantId.parse(rows[0]?.tenant);
    const { end } = await dryRun(store, tenant, id, began);
    expect(end).toMatchObject({ kind: 'done', result: { count: 1 } });
  });

  test('a backfill obeys its rate, pauses, resumes and stops on request', async () => {
    const tag = 'slowly';
    const LEADS = 60; // at one per second, far from the end when a busy machine pauses it
    const { id } = await newPostback({ triggerEvents: ['new_lead'], filters: { webmasters: [tag] } });
    for (let n = 1; n <= LEADS; n += 1) await newLead({ orderId: `S-${n}`, webmaster: tag });
    await received(LEADS);
    receipts.length = 0;
    const body = { startDate: '2020-01-01', endDate: '2100-01-01', perSecond: 1 };
    const { batch } = (await admin.ask(backfillPostback, { params: { id }, body })).data;
    const params = { id: batch._id };
    await received(1);
    await admin.ask(pauseBatch, { params });
    await until(async () =>
      expect((await admin.ask(getBatch, { params })).data.batch).toMatchObject({ paused: true }),
    );
    await until(async () => expect(await waiting(id, batch._id)).toBe(0));
    const sent = receipts.length;
    expect(sent).toBeLessThan(LEADS);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(receipts).toHaveLength(sent);
    await admin.ask(resumeBatch, { params });
    await received(sent + 1);
    await admin.ask(cancelBatch, { params });
    await until(async () =>
      expect((await admin.ask(getBatch, { params })).data.batch.state).toBe('cancelled'),
    );
    expect(receipts.length).toBeLessThan(LEADS);
  });
});
