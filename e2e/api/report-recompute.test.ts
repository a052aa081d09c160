import { createHash } from 'node:crypto';
import { listBatches, undoBatch } from '@crm/contracts/batches/batches.ts';
import { bulkAssign, bulkDelete, bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import { deleteOffer, listOffers, updateOffer } from '@crm/contracts/offers/offers.ts';
import { leadReport, recomputeReport } from '@crm/contracts/reports/reports.ts';
import { listUsers, updateUser } from '@crm/contracts/users/users.ts';
import { expect, test } from 'vitest';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct({ leads: 1_300 });
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);

const DAY_MS = 24 * 3600 * 1000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const query = { startDate: dayBefore(89), endDate: dayBefore(0), timeZone: 'Asia/Kolkata' };

/** The raw answer of a report. */
const read = (by: Person, type: string, fields: Record<string, string>) =>
  product.app.inject({
    method: 'GET',
    url: `/api/reports/${type}?${new URLSearchParams(fields)}`,
    headers: { authorization: `Bearer ${by.token}` },
  });
const hashOf = ({ rawPayload }: { rawPayload: Buffer }) =>
  createHash('sha256').update(rawPayload).digest('hex');

test('a report that is not kept any more is recomputed from history with the same bytes', async () => {
  const [offer, deleted] = (await admin.ask(listOffers, { query: { limit: 10 } })).data;
  if (!offer || !deleted) throw new Error('The demo has several offers');
  const reports = [
    [admin, 'leads', {}],
    [admin, 'revenue', {}],
    [admin, 'conversion', { countBy: 'decided' }],
    [admin, 'performance', { offer: deleted._id }],
    [admin, 'cohorts', {}],
    [admin, 'operator-productivity', { paymentMode: 'cod' }],
    [operator, 'leads', {}],
  ] as const;
  const made = await Promise.all(
    reports.map(async ([by, type, filters]) => {
      const report = { ...query, ...filters };
      const live = await read(by, type, report);
      const position: string = live.json().data.position;
      return { by, type, live, filters: { ...report, position } };
    }),
  );
  const again = () => Promise.all(made.map(({ by, type, filters }) => read(by, type, filters)));

  await changeAll(offer._id, deleted._id);
  const [first] = made;
  const now = (await read(admin, 'leads', query)).json().data;
  expect(now.statusStats).not.toEqual(first?.live.json().data.statusStats);
  await product.database.everyTenant.query('delete from report_results where position = any($1)', [
    made.map(({ filters }) => filters.position),
  ]);
  expect((await again()).map((each) => each.json().code)).toEqual(made.map(() => 'report-not-kept'));

  for (const { by, type: reportType, filters, live } of made) {
    const recompute = () => by.ask(recomputeReport, { body: { reportType, filters } });
    const { batch } = (await recompute()).data;
    expect(batch, reportType).toMatchObject({ kind: 'report-recompute', state: 'done' });
    expect(batch?.done).toBeGreaterThan(1_000);
    expect(hashOf(await read(by, reportType, filters)), reportType).toBe(hashOf(live));
    // The report is kept: there is nothing to recompute.
    expect((await recompute()).data).toEqual({ batch: null });
  }
});

/** Edits, deletes, restores and reassigns all leads, and renames or deletes what reports name. */
async function changeAll(offer: string, deleted: string) {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => admin.ask(listLeads, { query: { limit: 500, page } })),
  );
  const ids = pages.flatMap(({ data }) => data.map(({ _id }) => _id));
  expect(ids.length).toBeGreaterThan(1_000);
  const leadIds = ids.slice(0, 1_000);
  const parts = Array.from({ length: 5 }, (_, n) => leadIds.slice(n * 200, n * 200 + 200));
  const deletion = await admin.ask(bulkDelete, { body: { leadIds, wait: 20 } });
  expect(deletion.data).toMatchObject({ successful: 1_000 });
  const [batch] = (await admin.ask(listBatches, { query: { limit: 1 } })).data;
  await admin.ask(undoBatch, { params: { id: batch?._id ?? '' }, body: {} });
  const { data: users } = await admin.ask(listUsers, { query: { role: 'operator' } });
  const [one, other] = users;
  if (!one || !other) throw new Error('The demo has two operators');
  await admin.ask(bulkAssign, { body: { leadIds, operatorIds: [one._id, other._id] } });
  await admin.ask(bulkUpdateStatus, { body: { leadIds, newStatus: 'hold' } });
  for (const id of parts[0]?.slice(0, 20) ?? [])
    await admin.ask(updateLead, { params: { id }, body: { quantity: 7, country: 'DE' } });
  await admin.ask(bulkDelete, { body: { leadIds: parts[1] ?? [] } });
  await admin.ask(updateOffer, { params: { id: offer }, body: { name: 'Renamed' } });
  await admin.ask(deleteOffer, { params: { id: deleted } });
  await admin.ask(updateUser, { params: { id: one._id }, body: { fullName: 'Renamed' } });
}

test('two calls for the same report start one batch, and another report waits', async () => {
  const { position } = (await admin.ask(leadReport, { query })).data;
  const body = { reportType: 'revenue' as const, filters: { ...query, position } };
  const [first, second] = await Promise.all([
    admin.ask(recomputeReport, { body: { ...body, wait: 0 } }),
    admin.ask(recomputeReport, { body: { ...body, wait: 0 } }),
  ]);
  expect(first.data.batch?._id).toBe(second.data.batch?._id);
  await expect.poll(async () => (await read(admin, 'revenue', { ...query, position })).statusCode).toBe(200);
  // At its own position, another organisation counts its own leads.
  const foreign = await rival.ask(recomputeReport, { body });
  expect(foreign.data.batch?.state).toBe('done');
  const { data } = (await read(rival, 'revenue', { ...query, position })).json();
  expect(data.totalLeads).toBe((await read(rival, 'revenue', query)).json().data.totalLeads);
});

test('refuses a position of the future or of no event, and the report of admins to operators', async () => {
  const call = (by: Person, position: string, reportType: 'leads' | 'operator-productivity' = 'leads') =>
    by.call(recomputeReport, { body: { reportType, filters: { ...query, position } } });
  for (const position of ['zzzz', '0', '']) {
    const errors = { position: expect.any(String) };
    expect(await call(admin, position), position).toMatchObject({ status: 400, errors });
  }
  expect(await call(operator, '0', 'operator-productivity')).toMatchObject({ status: 403 });
  const [own] = (await operator.ask(listBatches, { query: { kind: 'report-recompute' } })).data;
  expect(own?.createdBy.fullName).toMatch(/./);
});
