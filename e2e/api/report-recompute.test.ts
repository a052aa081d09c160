import { createHash } from 'node:crypto';
import {
  type Batch,
  cancelBatch,
  getBatch,
  listBatches,
  pauseBatch,
  resumeBatch,
  undoBatch,
} from '@crm/contracts/batches/batches.ts';
import { type BulkSummary, bulkAssign, bulkDelete, bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import { createOffer, deleteOffer, listOffers, updateOffer } from '@crm/contracts/offers/offers.ts';
import { leadReport, recomputeReport } from '@crm/contracts/reports/reports.ts';
import { createUser, listUsers, updateUser } from '@crm/contracts/users/users.ts';
import { expect, test } from 'vitest';
import { ended } from './archives.ts';
import { openBatchGate } from './batch-gate.ts';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';
import { operatorForm } from './samples.ts';
import { csv, rowOf, uploaders } from './uploads.ts';

// Of more than 200 leads, a bulk action is a batch, which can be undone.
const product = await sharedProduct({ leads: 260 });
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const colleague = await product.signIn(product.people.operator2);
const rival = await product.signIn(product.people.rivalAdmin);

const DAY_MS = 24 * 3600 * 1000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
// Until tomorrow: these are days of UTC, and in the evening it is the next day in India.
const query = { startDate: dayBefore(88), endDate: dayBefore(-1), timeZone: 'Asia/Kolkata' };

type Type =
  | 'leads'
  | 'revenue'
  | 'conversion'
  | 'performance'
  | 'analytics'
  | 'cohorts'
  | 'operator-productivity';
/** A report as it is asked for; a custom one has its grouping. */
type Asked = ({ reportType: Type } | { reportType: 'custom'; groupBy: 'webmaster' }) & {
  filters: Record<string, string>;
};

/** The raw answer of a report. */
const read = (by: Person, { filters, ...report }: Asked, position?: string) => {
  const fields = { ...filters, ...(position && { position }) };
  const isCustom = report.reportType === 'custom';
  return product.app.inject({
    method: isCustom ? 'POST' : 'GET',
    url: isCustom
      ? '/api/reports/custom'
      : `/api/reports/${report.reportType}?${new URLSearchParams(fields)}`,
    headers: { authorization: `Bearer ${by.token}` },
    ...(isCustom && { payload: { ...fields, groupBy: report.groupBy } }),
  });
};
const readLeads = (by: Person, fields: Record<string, string> = {}) =>
  read(by, { reportType: 'leads', filters: { ...query, ...fields } });
const hashOf = ({ rawPayload }: { rawPayload: Buffer }) =>
  createHash('sha256').update(rawPayload).digest('hex');
/** Keeps no report of these positions any more. */
const forget = (...positions: string[]) =>
  product.database.everyTenant.query('delete from report_results where position = any($1)', [positions]);
/** Recomputes a report; a busy machine may need longer than the call waits. @returns its batch, null if the report is kept */
async function recompute(by: Person, { filters, ...report }: Asked, position: string): Promise<Batch | null> {
  const body = { ...report, filters: { ...query, ...filters, position }, wait: 20 };
  const { batch } = (await by.ask(recomputeReport, { body })).data;
  return batch && ended(by, batch._id);
}

test('a report that is not kept any more is recomputed from history with the same bytes', async () => {
  const [offer, deleted] = (await admin.ask(listOffers, { query: { limit: 10 } })).data;
  if (!offer || !deleted) throw new Error('The demo has several offers');
  const reports: [Person, Asked][] = [
    [admin, { reportType: 'leads', filters: query }],
    [admin, { reportType: 'revenue', filters: query }],
    [admin, { reportType: 'conversion', filters: { ...query, countBy: 'decided' } }],
    [admin, { reportType: 'performance', filters: { ...query, offer: deleted._id } }],
    [admin, { reportType: 'analytics', filters: query }],
    [admin, { reportType: 'cohorts', filters: query }],
    [admin, { reportType: 'operator-productivity', filters: { ...query, paymentMode: 'cod' } }],
    [admin, { reportType: 'custom', groupBy: 'webmaster', filters: query }],
    [operator, { reportType: 'leads', filters: query }],
  ];
  const made = await Promise.all(
    reports.map(async ([by, asked]) => {
      const live = await read(by, asked);
      const position: string = live.json().data.position;
      return { by, asked, live, position };
    }),
  );
  const again = () => Promise.all(made.map(({ by, asked, position }) => read(by, asked, position)));

  await changeAll(offer._id, deleted._id);
  const now = (await readLeads(admin)).json().data;
  expect(now.statusStats).not.toEqual(made[0]?.live.json().data.statusStats);
  await forget(...made.map(({ position }) => position));
  expect((await again()).map((each) => each.json().code)).toEqual(made.map(() => 'report-not-kept'));

  for (const { by, asked, live, position } of made) {
    const { reportType } = asked;
    const batch = await recompute(by, asked, position);
    expect(batch, reportType).toMatchObject({ kind: 'report-recompute', state: 'done' });
    expect(batch?.done, reportType).toBeGreaterThan(200);
    expect(hashOf(await read(by, asked, position)), reportType).toBe(hashOf(live));
    // The report is kept: there is nothing to recompute.
    expect(await recompute(by, asked, position)).toBe(null);
  }
});

/** The number of leads that a bulk action has changed: it goes on as a batch when it takes longer than the call waits. */
async function changedBy(call: Promise<{ data: BulkSummary | { batch: Batch } }>): Promise<number> {
  const { data } = await call;
  return 'batch' in data ? (await ended(admin, data.batch._id)).counts.successful : data.successful;
}

/** Edits, deletes, restores and reassigns all leads, and renames or deletes what reports name. */
async function changeAll(offer: string, deleted: string) {
  const leadIds = (await admin.ask(listLeads, { query: { limit: 500 } })).data.map(({ _id }) => _id);
  expect(await changedBy(admin.ask(bulkDelete, { body: { leadIds } }))).toBe(leadIds.length);
  const [batch] = (await admin.ask(listBatches, { query: { limit: 1 } })).data;
  await changedBy(admin.ask(undoBatch, { params: { id: batch?._id ?? '' }, body: {} }));
  const { data: users } = await admin.ask(listUsers, { query: { role: 'operator' } });
  const [one, other] = users;
  if (!one || !other) throw new Error('The demo has two operators');
  await changedBy(admin.ask(bulkAssign, { body: { leadIds, operatorIds: [one._id, other._id] } }));
  await changedBy(admin.ask(bulkUpdateStatus, { body: { leadIds, newStatus: 'hold' } }));
  for (const id of leadIds.slice(0, 20))
    await admin.ask(updateLead, { params: { id }, body: { quantity: 7, country: 'DE' } });
  await changedBy(admin.ask(bulkDelete, { body: { leadIds: leadIds.slice(20, 60) } }));
  await admin.ask(updateOffer, { params: { id: offer }, body: { name: 'Renamed' } });
  await admin.ask(deleteOffer, { params: { id: deleted } });
  await admin.ask(updateUser, { params: { id: one._id }, body: { fullName: 'Renamed' } });
}

test('after 1,000 leads changed, a report at its old position has the same bytes, kept or recomputed', async () => {
  const { saved } = await uploaders(product);
  const ids = Array.from({ length: 1_000 }, (_, n) => `RECOMPUTED-${n}`);
  await saved(csv(...ids.map((id, n) => rowOf(id, n))));
  // The date of the uploaded orders. The leads of the other tests are newer.
  const period = { ...query, startDate: '2025-03-01', endDate: '2025-03-02' };
  const asked: Asked = { reportType: 'leads', filters: period };
  // Another session has uploaded them, so this one does not wait for them.
  await expect.poll(async () => (await read(admin, asked)).json().data.totalLeads).toBe(1_000);
  const before = await read(admin, asked);
  const { position } = before.json().data;

  const days = { startDate: '2025-02-28T00:00:00Z', endDate: '2025-03-03T00:00:00Z' };
  const pages = await Promise.all(
    [1, 2].map((page) => admin.ask(listLeads, { query: { ...days, limit: 500, page } })),
  );
  const leadIds = pages.flatMap(({ data }) => data.map(({ _id }) => _id));
  expect(await changedBy(admin.ask(bulkUpdateStatus, { body: { leadIds, newStatus: 'approved' } }))).toBe(
    1_000,
  );
  // A busy machine may need longer than a read waits.
  await expect.poll(async () => (await read(admin, asked)).json().data.orders).toBe(1_000);
  // By decision they count now, although their orders are old.
  const now = { ...query, startDate: dayBefore(1), endDate: dayBefore(-1), countBy: 'decided' };
  expect((await readLeads(admin, now)).json().data.orders).toBeGreaterThanOrEqual(1_000);

  expect(hashOf(await read(admin, asked, position))).toBe(hashOf(before));
  await forget(position);
  expect(await recompute(admin, asked, position)).toMatchObject({ state: 'done' });
  expect(hashOf(await read(admin, asked, position))).toBe(hashOf(before));
});

test('two calls for the same report start one batch, and another report waits', async () => {
  const { position } = (await admin.ask(leadReport, { query })).data;
  const call = (reportType: 'revenue' | 'conversion', by = admin) =>
    by.call(recomputeReport, { body: { reportType, filters: { ...query, position }, wait: 0 } });
  const batchOf = async (answer: ReturnType<typeof call>) => {
    const { status, data } = await answer;
    return [status, recomputeReport.data.parse(data).batch?._id];
  };
  const gate = await openBatchGate(product.database.url);
  await gate.close();
  const [first, second] = await Promise.all([batchOf(call('revenue')), batchOf(call('revenue'))]);
  expect(first).toEqual([202, expect.any(String)]);
  expect(second).toEqual(first);
  await expect.poll(() => gate.waiting()).toBe(1);
  expect(await call('conversion')).toMatchObject({ status: 409, code: 'recompute-running' });
  expect(await batchOf(call('revenue'))).toEqual(first);
  await gate.end();
  const asked: Asked = { reportType: 'revenue', filters: query };
  await expect.poll(async () => (await read(admin, asked, position)).statusCode).toBe(200);

  // At its own position, another organisation counts its own leads.
  expect(await recompute(rival, asked, position)).toMatchObject({ state: 'done' });
  const { data } = (await read(rival, asked, position)).json();
  expect(data.totalLeads).toBe((await read(rival, asked)).json().data.totalLeads);
});

test('refuses a position of the future or of no event, and the report of admins to operators', async () => {
  const call = (by: Person, position: string, reportType: 'leads' | 'operator-productivity' = 'leads') =>
    by.call(recomputeReport, { body: { reportType, filters: { ...query, position } } });
  for (const position of ['zzzz', '0', '']) {
    const errors = { 'filters.position': expect.any(String) };
    expect(await call(admin, position), position).toMatchObject({ status: 400, errors });
  }
  expect(await call(operator, '0', 'operator-productivity')).toMatchObject({ status: 403 });
  const [own] = (await operator.ask(listBatches, { query: { kind: 'report-recompute' } })).data;
  expect(own?.createdBy.fullName).toMatch(/./);
});

test('refuses an offer or operator that the organisation did not have at the position, and starts no batch', async () => {
  const { position } = (await admin.ask(leadReport, { query })).data;
  const form = { name: 'Made later', category: 'other', price: 5 } as const;
  const offer = (await admin.ask(createOffer, { body: form })).data.offer._id;
  const later = (await admin.ask(createUser, { body: operatorForm('recompute') })).data.user._id;
  const foreign = await rival.ask(listOffers, { query: {} });
  const recomputes = async () =>
    (await admin.ask(listBatches, { query: { kind: 'report-recompute' } })).pagination?.total;
  const before = await recomputes();
  const errorsOf = async (filters: object) =>
    (
      await admin.call(recomputeReport, {
        body: { reportType: 'leads', filters: { ...query, position, ...filters } },
      })
    ).errors;
  for (const id of [foreign.data[0]?._id ?? '', offer])
    expect(await errorsOf({ offer: id })).toEqual({ 'filters.offer': 'Offer not found' });
  for (const id of [rival.id, later])
    expect(await errorsOf({ operator: id })).toEqual({ 'filters.operator': 'Operator not found' });
  expect(await recomputes()).toBe(before);
});

test('a user without access to the running batch of a report waits, as for another report', async () => {
  const { position } = (await admin.ask(leadReport, { query })).data;
  await forget(position);
  const gate = await openBatchGate(product.database.url);
  await gate.close();
  // An operator who sees all leads has the same report as an admin.
  const seesAll = operatorForm('sees-all');
  await admin.ask(createUser, { body: { ...seesAll, permissions: { canSeeLeadsOfAllOperators: true } } });
  const other = await product.signIn(seesAll.email, seesAll.password);
  const body = { reportType: 'leads' as const, filters: { ...query, position }, wait: 0 };
  expect((await admin.call(recomputeReport, { body })).status).toBe(202);
  expect(await other.call(recomputeReport, { body })).toMatchObject({
    status: 409,
    code: 'recompute-running',
  });
  await gate.end();
  await expect.poll(async () => (await other.call(recomputeReport, { body })).data).toEqual({ batch: null });
});

test('operators cancel the batches that they started, and no other ones', async () => {
  const { position } = (await operator.ask(leadReport, { query })).data;
  const gate = await openBatchGate(product.database.url);
  await gate.close();
  const body = { reportType: 'conversion' as const, filters: { ...query, position }, wait: 0 };
  const start = async (by: Person) =>
    recomputeReport.data.parse((await by.call(recomputeReport, { body })).data).batch?._id ?? '';
  const params = { id: await start(operator) };
  await expect.poll(() => gate.waiting()).toBe(1);
  for (const by of [colleague, rival])
    for (const command of [pauseBatch, resumeBatch, cancelBatch])
      expect((await by.call(command, { params })).code).toBe('batch-not-found');
  await operator.ask(cancelBatch, { params });
  // Otherwise the batch may end before the request reaches it.
  await expect.poll(() => gate.requests()).toBe(1);
  await gate.end();
  await expect
    .poll(async () => (await operator.ask(getBatch, { params })).data.batch.state)
    .toBe('cancelled');
});

test('a custom report is recomputed with its grouping, which no other report has', async () => {
  const filters = { ...query, position: '0' };
  const errorsOf = async (body: object) =>
    (await product.send({ method: 'POST', path: '/reports/recompute', body, token: admin.token })).errors;
  expect(await errorsOf({ reportType: 'custom', filters })).toMatchObject({
    groupBy: 'This field is required',
  });
  expect(await errorsOf({ reportType: 'custom', filters, groupBy: 'moon' })).toMatchObject({
    groupBy: expect.stringMatching(/^Must be one of day, /),
  });
  expect(await errorsOf({ reportType: 'leads', filters, groupBy: 'day' })).toMatchObject({
    groupBy: 'Only a custom report is grouped',
  });
  expect(await errorsOf({ reportType: 'moon', filters })).toMatchObject({
    reportType: expect.stringMatching(/^Must be one of leads, .+, custom$/),
  });
});
