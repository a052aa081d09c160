import { setTimeout as sleep } from 'node:timers/promises';
import { demoTenantId, demoUserId, perform } from '@crm/command-api/demo/perform.ts';
import { openLookups } from '@crm/command-api/handle/lookups.ts';
import { bulkApprove, bulkReject } from '@crm/contracts/approvals/approvals.ts';
import { exportAuditLogs } from '@crm/contracts/audit/audit.ts';
import { Batch, getBatch, undoBatch } from '@crm/contracts/batches/batches.ts';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { bulkAssign, bulkDelete, bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { exportLeads } from '@crm/contracts/leads/export.ts';
import { exportPastLeads, findPastLeads, listPastLeads } from '@crm/contracts/leads/past-list.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { backfillPostback, listLogs, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { leadReport, recomputeReport } from '@crm/contracts/reports/reports.ts';
import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { updateUser } from '@crm/contracts/users/users.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { LeadId, TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { batchKinds } from '@crm/workers/app.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { archiveOfLines, organisation, startImport, uploaded } from './archives.ts';
import { openBatchGate } from './batch-gate.ts';
import type { Person } from './calls.ts';
import { startProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { multipart, postbackForm } from './samples.ts';
import { csv, rowOf } from './uploads.ts';

/** More than one step of an upload, of 500 rows. Half of them are named KEEP. */
const LEADS = shortOrLong(520, 1_000);
/** More than one step of the other kinds that change leads, of 250. */
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
    await sleep(100);
  }
}

/** A batch that did its work on as many items, each once. */
const doneOnce = (items: number) => ({
  state: 'done',
  done: items,
  counts: { successful: items, skipped: 0, failed: 0 },
});
const batchOf = ({ data }: { data?: unknown }) => z.object({ batch: Batch }).parse(data).batch;
/** Waits until a list has so many leads. The sessions here have changed nothing themselves, so a read waits for nothing. */
const untilListed = (query: Sent<typeof listLeads, 'query'>, total: number) =>
  expect
    .poll(async () => (await admin.ask(listLeads, { query: { ...query, limit: 1 } })).pagination?.total)
    .toBe(total);
/** The lines of a batch's file. */
const linesOf = async (batch: Batch | undefined) => {
  const url = `/api/batches/${batch?._id}/file`;
  const file = await product.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
  return file.body.trim().split('\r\n').length;
};
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
  await untilListed({}, LEADS);
  expect(previewed).toMatchObject({ state: 'done', done: LEADS });
});

test('deletions, status, undo, exports, assignments, backfills and retried postbacks', async () => {
  const keep = { search: 'KEEP' };
  const [deleted, status] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(bulkDelete, { body: await chosen({ search: 'DROP' }) })),
    async () =>
      batchOf(await admin.ask(bulkUpdateStatus, { body: { ...(await chosen(keep)), newStatus: 'hold' } })),
  );
  expect(deleted).toMatchObject(doneOnce(HALF));
  expect(status).toMatchObject(doneOnce(HALF));
  await untilListed({}, HALF);
  await untilListed({ status: 'hold' }, HALF);

  const [undone, exported] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(undoBatch, { params: { id: status?._id ?? '' }, body: { wait: 0 } })),
    async () =>
      batchOf(
        await admin.call(exportLeads, { query: { selectionId: await longSelection(), format: 'csv' } }),
      ),
  );
  expect(undone).toMatchObject(doneOnce(HALF));
  await untilListed({ status: 'processing' }, HALF);
  expect(exported).toMatchObject(doneOnce(EXPORTED));
  expect(await linesOf(exported)).toBe(1 + EXPORTED);

  const form = postbackForm(receiver.url, { triggerEvents: ['new_lead'], maxRetries: 0 });
  const postback = (await admin.ask(createPostback, { body: form })).data.postback._id;
  const params = { id: postback };
  const period = { startDate: '2020-01-01', endDate: '2100-01-01', perSecond: 1_000 };
  const operators = [(await product.signIn('operator@demo.test')).id];
  const [assigned, sent] = await stoppedInTheMiddle(
    async () =>
      batchOf(await admin.ask(bulkAssign, { body: { ...(await chosen()), operatorIds: operators } })),
    async () => batchOf(await admin.ask(backfillPostback, { params, body: period })),
  );
  expect(assigned).toMatchObject(doneOnce(HALF));
  expect(sent).toMatchObject(doneOnce(HALF));
  await delivered(postback, 'failed');

  receiver.answers.status = 200;
  const [audit, sentAgain] = await stoppedInTheMiddle(
    async () => batchOf(await admin.call(exportAuditLogs, { query: { action: 'LeadCreated', wait: '0' } })),
    async () => batchOf(await admin.ask(retryPostback, { params, body: {} })),
  );
  expect(audit).toMatchObject(doneOnce(LEADS));
  expect(await linesOf(audit)).toBe(1 + LEADS);
  expect(sentAgain).toMatchObject(doneOnce(HALF));
  await delivered(postback, 'success');
});

let pastLeads = '';
test('the leads of a moment, and recomputing a report', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const query = { startDate: day(-1), endDate: day(1) };
  const { totalLeads, position } = (await admin.ask(leadReport, { query: { ...query, keep: false } })).data;
  const body = { reportType: 'leads' as const, filters: { ...query, position }, wait: 0 };
  const at = new Date().toISOString();
  const [found, recomputed] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(findPastLeads, { body: { at, wait: 1 } })),
    async () => batchOf(await admin.ask(recomputeReport, { body })),
  );
  expect(found).toMatchObject({ state: 'done' });
  pastLeads = found?._id ?? '';
  expect((await admin.ask(listPastLeads, { params: { id: pastLeads } })).pagination?.total).toBe(HALF);
  expect(recomputed).toMatchObject({ state: 'done' });
  expect((await admin.ask(leadReport, { query: { ...query, position } })).data).toMatchObject({ totalLeads });
});

const { tenant, lines, manifest } = organisation({ leads: LEADS });
let checkId = '';
/** A busy machine's read model may not know the batch yet when a job has started it. */
const batchNamed = (reader: Person, id: string) =>
  vi.waitFor(async () => (await reader.ask(getBatch, { params: { id } })).data.batch);

test('decisions, exports of the leads of a moment and of an organisation, hand-overs, checks of imports', async () => {
  const { data } = await admin.ask(listLeads, { query: { limit: 500 } });
  expect(data).toHaveLength(HALF);
  const ids = data.map(({ _id }) => LeadId.parse(_id));
  await requested(ids, { to: 'approved', reason: null });
  const [approved, exported] = await stoppedInTheMiddle(
    async () => batchOf(await admin.ask(bulkApprove, { body: await chosen() })),
    async () => batchOf(await admin.ask(exportPastLeads, { params: { id: pastLeads }, body: { wait: 1 } })),
  );
  expect(approved).toMatchObject(doneOnce(HALF));
  await untilListed({ status: 'approved' }, HALF);
  expect(exported).toMatchObject({ state: 'done', result: { rows: HALF } });

  const operator = await requested(ids, { to: 'trash', reason: 'Sold twice' });
  const receiver = (await product.signIn('operator2@demo.test')).id;
  const superAdmin = await product.signIn('super@demo.test');
  const archive = await archiveOfLines(manifest, lines);
  const [rejected, handedOver, archived, check] = await stoppedInTheMiddle(
    async () =>
      batchOf(await admin.ask(bulkReject, { body: { ...(await chosen()), adminNotes: 'Not yet' } })),
    async () => {
      const body = { isActive: false, leads: 'hand-over' as const, operatorIds: [receiver] };
      const { batchId = '' } = (await admin.ask(updateUser, { params: { id: operator }, body })).data;
      return batchNamed(admin, batchId);
    },
    async () => {
      const body = { tenantId: demoTenantId('Demo Sales') };
      return batchNamed(superAdmin, (await superAdmin.ask(exportTenant, { body })).data.batchId);
    },
    async () => batchNamed(superAdmin, await uploaded(product, superAdmin, archive)),
  );
  expect(rejected).toMatchObject(doneOnce(HALF));
  await untilListed({ statusRequest: 'pending' }, 0);
  expect(handedOver).toMatchObject(doneOnce(HALF));
  await untilListed({ assignedOperator: receiver }, HALF);
  expect(archived).toMatchObject({ state: 'done' });
  // More than one step, of 2,000 events.
  expect(archived?.done).toBeGreaterThan(2_000);
  expect(check).toMatchObject(doneOnce(lines.length));
  checkId = check?._id ?? '';
});

test('imports of organisations', async () => {
  const superAdmin = await product.signIn('super@demo.test');
  const [imported] = await stoppedInTheMiddle(async () =>
    batchNamed(superAdmin, await startImport(superAdmin, checkId)),
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
  const store = testStore(database.url);
  const kinds = batchKinds({ store, forgetLookup: () => {} }, store, database.pool).map(({ kind }) => kind);
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

/** The operator requests another status for each lead, without a call for each. @returns the operator */
async function requested(ids: readonly LeadId[], wanted: { to: LeadStatus; reason: string | null }) {
  const email = 'operator@demo.test';
  const by = { id: demoUserId(email), name: 'Operator' };
  const store = testStore(database.url);
  const lookups = openLookups(store);
  const pool = database.everyTenant;
  const deps = { store, lookups, forgetLookup: lookups.forget, pool, places: openPlaces(pool) };
  const request = (id: LeadId) =>
    perform(deps, `${wanted.to} ${id}`, {
      aggregate: leads,
      stream: leadStream(id),
      tenant: demoTenantId('Demo Sales'),
      command: {
        ...{ type: 'RequestLeadStatusChange', ...wanted, by, seesAllLeads: false, automatic: false },
        requestId: derivedId(id, wanted.to),
        comment: {
          ...{ commentId: derivedId(id, `${wanted.to} comment`), content: 'Paid', author: by.name },
          ...{ type: 'status', isInternal: true, isImportant: false },
        },
        requestedAt: new Date().toISOString(),
      },
      actor: { kind: 'user', role: 'operator', ...by },
    });
  // As many as the store commits in a few groups. They are repeated if Postgres does not answer in time, as on a machine with
  // other work: each has its effect once.
  for (let at = 0; at < ids.length; at += 64)
    await vi.waitFor(() => Promise.all(ids.slice(at, at + 64).map(request)));
  const position = await store.head();
  await createProgress(database.pool).waitFor(['leads'], position, { timeoutMs: STATE_MS });
  await store.close();
  return by.id;
}

/**
 * Waits until each lead has one delivery with this end. The partner gets it again, under the same id, if its result could not be
 * recorded, as with a Postgres that does not answer in time.
 */
async function delivered(postback: string, status: 'failed' | 'success') {
  await vi.waitFor(async () => {
    const query = { status, limit: 1 };
    const { pagination } = await admin.ask(listLogs, { params: { id: postback }, query });
    expect(pagination?.total).toBe(HALF);
  });
  expect(receiver.receipts.length).toBeLessThan(2 * HALF);
  expect(new Set(receiver.receipts.map(({ headers }) => headers['webhook-id']))).toHaveLength(HALF);
  receiver.receipts.length = 0;
}
