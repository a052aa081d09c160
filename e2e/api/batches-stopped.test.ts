import { setTimeout as sleep } from 'node:timers/promises';
import { demoTenantId } from '@crm/command-api/demo/perform.ts';
import { bulkApprove, bulkReject } from '@crm/contracts/approvals/approvals.ts';
import { exportAuditLogs } from '@crm/contracts/audit/audit.ts';
import { Batch, getBatch, undoBatch } from '@crm/contracts/batches/batches.ts';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { bulkAssign, bulkDelete, bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { exportLeads } from '@crm/contracts/leads/export.ts';
import { exportPastLeads, findPastLeads, listPastLeads } from '@crm/contracts/leads/past-list.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { requestStatusChange } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { backfillPostback, listLogs, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { leadReport, recomputeReport } from '@crm/contracts/reports/reports.ts';
import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { updateUser } from '@crm/contracts/users/users.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { batchKinds } from '@crm/workers/app.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { archiveOfLines, organisation, startImport, uploaded } from './archives.ts';
import { openBatchGate } from './batch-gate.ts';
import { startProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { multipart, postbackForm } from './samples.ts';
import { csv, rowOf } from './uploads.ts';

/** More than one step of every kind; the largest step is an upload's, of 500 rows. Half of them are named KEEP. */
const LEADS = 600;
const HALF = LEADS / 2;
/** Above 5,000 leads, an export is answered before it is written. */
const EXPORTED = 5_001;

const database = await testDatabase();
const gate = await openBatchGate(database.url);
const receiver = await openReceiver();
receiver.answers.status = 404;
let stop: () => Promise<void> = async () => {};
let { product, admin } = await start();
afterAll(async () => {
  await gate.end();
  await stop();
  await receiver.close();
});

async function start() {
  const environment = { DEMO_LEADS: '0', POSTBACK_ALLOW: '127.0.0.1' };
  const atEnd = (end: () => Promise<void>) => {
    stop = end;
  };
  const product = await startProduct(environment, { onto: database, atEnd });
  return { product, admin: await product.signIn('admin@demo.test') };
}

const kindsTested = new Set<string>();

/** Stops the product as SIGTERM does, while each of these batches is between two steps, and starts it again. */
async function stoppedInTheMiddle(...begin: (() => Promise<Batch>)[]): Promise<Batch[]> {
  await gate.close();
  const startedBatches: Batch[] = [];
  for (const each of begin) startedBatches.push(await each());
  await vi.waitFor(async () => expect(await gate.waiting()).toBe(startedBatches.length));
  const stopped = stop(); // the signal is set before this returns
  await gate.open();
  await stopped;
  const left = await gate.runs();
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(startedBatches.map(({ _id }) => _id)));
  for (const { done, lease } of left) {
    expect(done).toBeGreaterThan(0);
    expect(lease).toBeNull();
  }
  for (const { kind } of startedBatches) kindsTested.add(kind);
  ({ product, admin } = await start());
  return Promise.all(startedBatches.map(ended));
}

async function ended({ _id: id, kind }: Batch): Promise<Batch> {
  const reader = kind.startsWith('tenant-') ? await product.signIn('super@demo.test') : admin;
  for (;;) {
    const answer = await reader.call(getBatch, { params: { id } });
    // The session is new, so it does not wait until its read model knows the batch.
    if (answer.status !== 404) {
      expect(answer.status, answer.text).toBe(200);
      const batch = batchOf(answer);
      if (batch.finishedAt !== null) return batch;
    }
    await sleep(50);
  }
}

/** A batch that did its work on as many items, each once. */
const doneOnce = (items: number) => ({
  state: 'done',
  done: items,
  counts: { successful: items, skipped: 0, failed: 0 },
});
const batchOf = ({ data }: { data?: unknown }) => z.object({ batch: Batch }).parse(data).batch;
const totalOf = async (query: Sent<typeof listLeads, 'query'>) =>
  (await admin.ask(listLeads, { query: { ...query, limit: 1 } })).pagination?.total;
const chosen = async (filters: Sent<typeof freezeSelection, 'body'> = {}) => ({
  selectionId: (await admin.ask(freezeSelection, { body: filters })).data._id,
  wait: 0,
});

test('uploads and their previews', async () => {
  const offerId = (await admin.ask(listOffers)).data[0]?._id;
  const rows = Array.from({ length: LEADS }, (_, n) => rowOf(`${n < HALF ? 'KEEP' : 'DROP'}-${n}`, n));
  const form = await multipart(
    { users: [], offer: { offerId }, wait: 0 },
    { name: 'leads.csv', content: csv(...rows) },
  );
  const send = (query: string) => async () =>
    batchOf(
      await product.send({
        ...{ method: 'POST', path: `/admin/upload-leads${query}`, token: admin.token },
        ...form,
      }),
    );
  const [saved, previewed] = await stoppedInTheMiddle(send(''), send('?preview=true'));
  expect(saved).toMatchObject({ ...doneOnce(LEADS), result: { savedLeads: LEADS, errorsCount: 0 } });
  expect(await totalOf({})).toBe(LEADS);
  expect(previewed).toMatchObject({ state: 'done', done: LEADS });
});

test('status, undo, exports and backfills', async () => {
  const [status, exported] = await stoppedInTheMiddle(
    async () =>
      batchOf(await admin.ask(bulkUpdateStatus, { body: { ...(await chosen()), newStatus: 'hold' } })),
    async () =>
      batchOf(
        await admin.call(exportLeads, { query: { selectionId: await longSelection(), format: 'csv' } }),
      ),
  );
  expect(status).toMatchObject(doneOnce(LEADS));
  expect(await totalOf({ status: 'hold' })).toBe(LEADS);
  expect(exported).toMatchObject(doneOnce(EXPORTED));
  const url = `/api/batches/${exported?._id}/file`;
  const file = await product.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
  expect(file.body.trim().split('\r\n')).toHaveLength(1 + EXPORTED);

  const body = postbackForm(receiver.url, { triggerEvents: ['new_lead'], maxRetries: 0 });
  const postback = (await admin.ask(createPostback, { body })).data.postback._id;
  const params = { id: postback };
  const period = { startDate: '2020-01-01', endDate: '2100-01-01', perSecond: 1_000 };
  const [undone, sent] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(undoBatch, { params: { id: status?._id ?? '' }, body: { wait: 0 } })),
    async () => batchOf(await admin.ask(backfillPostback, { params, body: period })),
  );
  expect(undone).toMatchObject(doneOnce(LEADS));
  expect(await totalOf({ status: 'processing' })).toBe(LEADS);
  expect(sent).toMatchObject(doneOnce(LEADS));
  await delivered(postback, 'failed');

  receiver.answers.status = 200;
  const operators = [(await product.signIn('operator@demo.test')).id];
  const [assigned, sentAgain] = await stoppedInTheMiddle(
    async () =>
      batchOf(await admin.ask(bulkAssign, { body: { ...(await chosen()), operatorIds: operators } })),
    async () => batchOf(await admin.ask(retryPostback, { params, body: {} })),
  );
  expect(assigned).toMatchObject(doneOnce(LEADS));
  expect(sentAgain).toMatchObject(doneOnce(LEADS));
  await delivered(postback, 'success');
});

test('exports of the audit history and of an organisation, and the leads of a moment', async () => {
  const superAdmin = await product.signIn('super@demo.test');
  const at = new Date().toISOString();
  const [audit, organisation, found] = await stoppedInTheMiddle(
    async () => batchOf(await admin.call(exportAuditLogs, { query: { action: 'LeadCreated', wait: '0' } })),
    async () => {
      const body = { tenantId: demoTenantId('Demo Sales') };
      const { batchId } = (await superAdmin.ask(exportTenant, { body })).data;
      return (await superAdmin.ask(getBatch, { params: { id: batchId } })).data.batch;
    },
    async () => batchOf(await admin.ask(findPastLeads, { body: { at, wait: 1 } })),
  );
  expect(audit).toMatchObject(doneOnce(LEADS));
  const url = `/api/batches/${audit?._id}/file`;
  const file = await product.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
  expect(file.body.trim().split('\r\n')).toHaveLength(1 + LEADS);
  expect(organisation).toMatchObject({ state: 'done' });
  expect(organisation?.done).toBeGreaterThan(LEADS);
  expect(found).toMatchObject({ state: 'done' });
  const params = { id: found?._id ?? '' };
  expect((await admin.ask(listPastLeads, { params })).pagination?.total).toBe(LEADS);
});

test('an export of the leads of a moment, and recomputing a report', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const query = { startDate: day(-1), endDate: day(1) };
  const { totalLeads, position } = (await admin.ask(leadReport, { query: { ...query, keep: false } })).data;
  const body = { reportType: 'leads' as const, filters: { ...query, position }, wait: 0 };
  const list = batchOf(await admin.ask(findPastLeads, { body: { at: new Date().toISOString() } }));
  await ended(list);
  const [exported, recomputed] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(exportPastLeads, { params: { id: list._id }, body: { wait: 1 } })),
    async () => batchOf(await admin.ask(recomputeReport, { body })),
  );
  expect(exported).toMatchObject({ state: 'done', result: { rows: LEADS } });
  expect(recomputed).toMatchObject({ state: 'done' });
  expect((await admin.ask(leadReport, { query: { ...query, position } })).data).toMatchObject({ totalLeads });
});

test('decisions, deletions and hand-overs', async () => {
  const kept = (await admin.ask(listLeads, { query: { search: 'KEEP', limit: 500 } })).data;
  expect(kept).toHaveLength(HALF);
  const request = async (status: 'approved' | 'trash', reason: string | null = null) => {
    // After a stop, the calls of the product before it are over.
    const operator = await product.signIn('operator@demo.test');
    const body = { status, comment: 'Paid', ...(reason && { reason }) };
    // Hundreds at once would exhaust the connections.
    for (let at = 0; at < kept.length; at += 10)
      await Promise.all(
        kept
          .slice(at, at + 10)
          .map(({ _id }) => operator.ask(requestStatusChange, { params: { id: _id }, body })),
      );
    return operator.id;
  };
  await request('approved');
  const [approved, deleted] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(bulkApprove, { body: await chosen({ search: 'KEEP' }) })),
    async () => batchOf(await admin.ask(bulkDelete, { body: await chosen({ search: 'DROP' }) })),
  );
  expect(approved).toMatchObject(doneOnce(HALF));
  expect(await totalOf({ status: 'approved' })).toBe(HALF);
  expect(deleted).toMatchObject(doneOnce(HALF));
  expect(await totalOf({})).toBe(HALF);

  const operator = await request('trash', 'Sold twice');
  const receiver = (await product.signIn('operator2@demo.test')).id;
  const [rejected, handedOver] = await stoppedInTheMiddle(
    async () =>
      batchOf(await admin.ask(bulkReject, { body: { ...(await chosen()), adminNotes: 'Not yet' } })),
    async () => {
      const body = { isActive: false, leads: 'hand-over' as const, operatorIds: [receiver] };
      const { batchId = '' } = (await admin.ask(updateUser, { params: { id: operator }, body })).data;
      return (await admin.ask(getBatch, { params: { id: batchId } })).data.batch;
    },
  );
  expect(rejected).toMatchObject(doneOnce(HALF));
  expect(await totalOf({ statusRequest: 'pending' })).toBe(0);
  expect(handedOver).toMatchObject(doneOnce(HALF));
  expect(await totalOf({ assignedOperator: receiver })).toBe(HALF);
});

test('imports of organisations and the checks before them', async () => {
  let superAdmin = await product.signIn('super@demo.test');
  const { tenant, lines, manifest } = organisation({ leads: LEADS });
  const archive = await archiveOfLines(manifest, lines);
  const batchNamed = async (id: string) => (await superAdmin.ask(getBatch, { params: { id } })).data.batch;
  const [check] = await stoppedInTheMiddle(async () =>
    batchNamed(await uploaded(product, superAdmin, archive)),
  );
  expect(check).toMatchObject(doneOnce(lines.length));
  superAdmin = await product.signIn('super@demo.test');
  const [imported] = await stoppedInTheMiddle(async () =>
    batchNamed(await startImport(superAdmin, check?._id ?? '')),
  );
  expect(imported).toMatchObject(doneOnce(lines.length));
  const { rows } = await database.pool.query<{ events: number; streams: number }>(
    `select count(*)::int as events, count(distinct stream)::int as streams from event_store.events
      where meta ->> 'tenant' = $1 and type <> 'TenantImported'`,
    [tenant],
  );
  expect(rows).toEqual([{ events: lines.length, streams: lines.length }]);
});

test('every kind of batch is among them', () => {
  const store = openPostgresEventStore(database.url, null);
  const kinds = batchKinds(store, store, database.pool).map(({ kind }) => kind);
  expect([...kindsTested].sort()).toEqual(kinds.sort());
});

/** A selection of more leads than there are: each of them several times. */
async function longSelection(): Promise<string> {
  const { rows } = await database.everyTenant.query<{ id: string; tenant: string }>(
    'select id, tenant from leads order by id',
  );
  const owner = { tenant: TenantId.parse(rows[0]?.tenant), user: UserId.parse(admin.id) };
  const ids = Array.from({ length: EXPORTED }, (_, n) => rows[n % rows.length]?.id ?? '');
  return (await keepIds(database.everyTenant, owner, ids)).id;
}

/** Waits until each lead has one delivery with this end, which the partner got once. */
async function delivered(postback: string, status: 'failed' | 'success') {
  await vi.waitFor(async () => {
    const query = { status, limit: 1 };
    const { pagination } = await admin.ask(listLogs, { params: { id: postback }, query });
    expect(pagination?.total).toBe(LEADS);
  });
  expect(receiver.receipts).toHaveLength(LEADS);
  expect(new Set(receiver.receipts.map(({ headers }) => headers['webhook-id']))).toHaveLength(LEADS);
  receiver.receipts.length = 0;
}
