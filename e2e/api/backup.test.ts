import path from 'node:path';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import {
  addComment,
  assignLead,
  createLead,
  eraseLead,
  requestStatusChange,
} from '@crm/contracts/leads/write.ts';
import { listLogs, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { createPostback, listPostbacks, togglePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { saveReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { createApiKey } from '@crm/contracts/tenants/api-keys.ts';
import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { saveView } from '@crm/contracts/views/views.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { projections } from '@crm/projections/projections.ts';
import { extendChains } from '@crm/workers/audit/chain/extend.ts';
import { signerUnder } from '@crm/workers/audit/chain/sign.ts';
import { verifyHistory } from '@crm/workers/audit/chain/verify.ts';
import { backUp } from '@crm/workers/backup/backup.ts';
import { checkBackup, restore } from '@crm/workers/backup/restore.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ended } from './archives.ts';
import { openBatchGate } from './batch-gate.ts';
import { sharedProduct, startProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { expectSameRows } from './same-rows.ts';
import { leadForm, postbackForm, savedReportForm, viewForm } from './samples.ts';
import { auditOf, seenBy } from './seen.ts';

const folder = scratchFolder();
const source = await sharedProduct();
const empty = await testDatabase('empty');
const partner = await openReceiver();
afterAll(partner.close);
const { signal } = new AbortController();

/** Extends the hash chains to all events, as the schedule does once a minute, and compares the history with them. */
async function chainOf(url: string) {
  const pools = testPools(url, openLog('silent'));
  const { store, storedEvents } = await openSealedEventStore(testStoreConfig(url), pools.auth);
  const extend = () => extendChains(pools.background, storedEvents, signal);
  const verify = () => verifyHistory(pools.background, storedEvents, signerUnder(TEST_SECRET_KEY));
  const end = async () => {
    await store.close();
    await pools.end();
  };
  return { extend, verify, end };
}

test('a backup taken under load shows the same where it is restored, and nothing is sent again', async () => {
  const admin = await source.signIn(source.people.admin);
  const operator = await source.signIn(source.people.operator);
  const rival = await source.signIn(source.people.rivalAdmin);
  const superAdmin = await source.signIn('super@demo.test');
  const created = async (fullName: string) =>
    (await admin.ask(createLead, { body: leadForm({ fullName }) })).data.lead;

  const [first, second, erased] = [
    await created('Meera Nair'),
    await created('Ravi'),
    await created('Zubeida'),
  ];
  await admin.ask(assignLead, { params: { id: first._id }, body: { operatorId: operator.id } });
  await operator.ask(requestStatusChange, {
    params: { id: first._id },
    body: { newStatus: 'approved', comment: 'They paid' },
  });
  await admin.ask(addComment, { params: { id: second._id }, body: { content: 'Call after six' } });
  await admin.ask(bulkUpdateStatus, { body: { leadIds: [second._id], newStatus: 'approved' } });
  await admin.ask(eraseLead, {
    params: { id: erased._id },
    body: { reason: 'She asked for it', confirmed: true },
  });
  const { key } = (await admin.ask(createApiKey, { body: { name: 'Landing' } })).data;
  await admin.ask(saveView, { body: viewForm('On hold') });
  await admin.ask(saveReport, { body: savedReportForm('Last month') });
  // Its retries last longer than this test.
  const form = postbackForm(partner.url, { retryDelay: 60_000 });
  const { postback } = (await admin.ask(createPostback, { body: form })).data;
  await created('Sent to the partner');
  await vi.waitFor(() => expect(partner.receipts).toHaveLength(1));
  partner.answers.status = 503;
  await created('Waits for the partner');
  const logs = async (person = admin) =>
    (await person.ask(listLogs, { params: { id: postback._id }, query: {} })).data;
  await vi.waitFor(async () => expect((await logs()).map(({ status }) => status)).toContain('retry'));
  const erasedKeys = `/* every tenant: a test */ select key from event_store.personal_keys where subject = $1`;
  await vi.waitFor(async () =>
    expect((await source.database.pool.query(erasedKeys, [erased._id])).rows).toEqual([{ key: null }]),
  );

  // A batch is in the middle.
  const gate = await openBatchGate(source.database.url);
  let isTaken = false;
  // Also after a failure: other files use this product.
  onTestFinished(async () => {
    isTaken = true;
    await gate.end();
    await source.database.pool.query('drop trigger gate on batch_runs');
  });
  await gate.close();
  const [tenant] = (await superAdmin.ask(listTenants, { query: { search: source.people.admin } })).data;
  const { batchId } = (await superAdmin.ask(exportTenant, { body: { tenantId: tenant?._id ?? '' } })).data;
  await vi.waitFor(async () => expect(await gate.waiting()).toBe(1));

  // Another organisation writes until the backup has ended.
  const chain = await chainOf(source.database.url);
  await chain.extend();
  await chain.end();
  const seenAt = Date.now();
  const before = await seenBy(admin, seenAt);
  const acknowledged: { orderId: string; position: string }[] = [];
  const writing = Array.from({ length: 4 }, async () => {
    while (!isTaken) {
      const { data, position = '' } = await rival.ask(createLead, { body: leadForm() });
      acknowledged.push({ orderId: data.lead.orderId, position });
    }
  });
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(8));
  const file = path.join(folder, 'whole');
  const early = acknowledged.length;
  const { header } = await backUp(source.database.url, file, {
    ...{ secretKey: TEST_SECRET_KEY, program: '1.0.0', signal },
  });
  const takenAt = new Date(header.takenAt).toISOString();
  isTaken = true;
  await gate.open();
  await Promise.all(writing);
  // The source may have sent it since: here it does not, so that each further receipt is of the restored product.
  await admin.ask(togglePostback, { params: { id: postback._id }, body: { isActive: false } });
  const sent = partner.receipts.length;
  partner.answers.status = 200;

  const checked = await checkBackup(file, TEST_SECRET_KEY, signal);
  const { held } = await restore(empty.url, file, { secretKey: TEST_SECRET_KEY, signal, checked });
  expect(held).toBeGreaterThan(0);
  const target = await startProduct({ POSTBACK_ALLOW: '127.0.0.1' }, { onto: empty, atEnd: onTestFinished });

  // Everyone signs in again, and sees what was there at the moment of the backup.
  expect((await target.caller(admin.token).call(listLeads)).status).toBe(401);
  const there = await target.signIn(source.people.admin);
  expect(await seenBy(there, seenAt)).toEqual(before);
  expect(await auditOf(there, takenAt)).toEqual(await auditOf(admin, takenAt));
  const { data: erasedThere } = await there.ask(getLead, { params: { id: erased._id } });
  expect(JSON.stringify(erasedThere)).toContain('(erased)');
  expect((await empty.pool.query(erasedKeys, [erased._id])).rows).toEqual([{ key: null }]);
  const rivalThere = await target.signIn(source.people.rivalAdmin);
  const rivals: string[] = [];
  // A slow backup leaves time for more leads than a page has.
  for (let page = 1, total = 1; rivals.length < total; page += 1) {
    const query = { limit: 500, page, sortBy: 'orderId' as const };
    const { data, pagination } = await rivalThere.ask(listLeads, { query });
    rivals.push(...data.map(({ orderId }) => orderId));
    total = pagination?.total ?? 0;
  }
  const inBackup = acknowledged.filter(({ position }) => BigInt(position) <= BigInt(header.position));
  expect(inBackup.length).toBeGreaterThanOrEqual(early);
  for (const { orderId } of inBackup) expect(rivals).toContain(orderId);
  expect(rivals.filter((id) => acknowledged.some(({ orderId }) => orderId === id))).toHaveLength(
    inBackup.length,
  );

  // The batch goes on.
  expect((await ended(await target.signIn('super@demo.test'), batchId)).state).toBe('done');

  // What waited is held, until an admin sends it.
  const lastly = (await logs(there)).filter(({ status }) => status === 'failed');
  expect(lastly).toMatchObject([{ reason: 'Restored from a backup, maybe sent since: retry sends it' }]);
  expect(partner.receipts).toHaveLength(sent);
  expect((await there.ask(listPostbacks)).data).toMatchObject([{ isActive: true }]);
  await there.ask(retryPostback, { params: { id: postback._id }, body: {} });
  await vi.waitFor(() => expect(partner.receipts).toHaveLength(sent + 1));

  // New work is possible: with the API key of the past, under an order id that is free and none that is taken.
  const again = await there.call(createLead, { body: leadForm({ orderId: first.orderId }) });
  expect(again).toMatchObject({ status: 409, code: 'order-id-taken' });
  const byKey = await target.anybody.call(createLead, {
    body: { ...leadForm(), offer: before.offers[0]?._id ?? '' },
    headers: { 'x-api-key': key },
  });
  expect(byKey.status).toBe(201);

  const restored = await chainOf(empty.url);
  const { findings, events } = await restored.verify();
  await restored.end();
  expect(findings).toEqual([]);
  expect(events).toBeGreaterThan(100);
  for (const projection of projections) await expectSameRows(empty.url, projection);
});
