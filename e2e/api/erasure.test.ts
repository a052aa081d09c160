import { randomUUID } from 'node:crypto';
import { exportAuditLogs, listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { downloadBatchFile, getBatch, listBatches } from '@crm/contracts/batches/batches.ts';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { exportLeads } from '@crm/contracts/leads/export.ts';
import { getLeadAt } from '@crm/contracts/leads/history.ts';
import { exportPastLeads, findPastLeads } from '@crm/contracts/leads/past-list.ts';
import { getLead, leadStats, listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import {
  addComment,
  assignLead,
  createLead,
  deleteLead,
  eraseLead,
  receiveLead,
  requestStatusChange,
  updateLead,
} from '@crm/contracts/leads/write.ts';
import { listLogs } from '@crm/contracts/postbacks/logs.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { projections } from '@crm/projections/projections.ts';
import { extendChains } from '@crm/workers/audit/chain/extend.ts';
import { signerUnder } from '@crm/workers/audit/chain/sign.ts';
import { verifyHistory } from '@crm/workers/audit/chain/verify.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { personalPlaces } from './personal-places.ts';
import { sharedProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { expectSameRows } from './same-rows.ts';
import { leadForm, postbackForm } from './samples.ts';
import { HEADER, uploaders } from './uploads.ts';

const product = await sharedProduct();
const { admin, rival, offer, saved, previewed, one } = await uploaders(product);
const superAdmin = await product.signIn('super@demo.test');
const operator = await product.signIn(product.people.operator);
const partner = await openReceiver();
afterAll(partner.close);

const body = { reason: 'She asked for it', confirmed: true as const };
const { placesOf, forgotten } = personalPlaces(product);

/** Each text is of one customer and of nothing else in the database. */
const PERSONAL = {
  name: 'Zubeida Qwertyman',
  laterName: 'Zubeida Asdfgham',
  phone: '+91 90909 77123',
  digits: '9090977123',
  laterPhone: '+91 81818 66234',
  laterDigits: '8181866234',
  email: 'zubeida.q@example.test',
  street: '77 Hidden Lane',
  comment: 'Her sister Yolanda opened the door',
  custom: 'asked for Yolanda',
  reason: 'Yolanda wants it later',
  extra: 'friend-of-yolanda',
};
const UPLOADED = { name: 'Xanthippe Uploader', phone: '+91 70707 55345', digits: '7070755345' };

async function newLead(more: Parameters<typeof leadForm>[0] = {}): Promise<string> {
  return (await admin.ask(createLead, { body: leadForm(more) })).data.lead._id;
}

describe('a lead that went through every part of the product', () => {
  let lead: string;
  let postback: string;
  let figures: unknown;
  /** The batch of an archive of the whole organisation. */
  let archive: string;

  beforeAll(async () => {
    const hook = postbackForm(partner.url, {
      triggerEvents: ['new_lead', 'status_update', 'lead_assigned'],
      // So that a failed delivery still waits when the tables are read, however slow the machine is.
      retryDelay: 60_000,
    });
    postback = (await admin.ask(createPostback, { body: hook })).data.postback._id;
    const created = await product.send({
      method: 'POST',
      path: '/leads',
      body: {
        offer: offer._id,
        fullName: PERSONAL.name,
        phone: PERSONAL.phone,
        email: PERSONAL.email,
        address: PERSONAL.street,
        quantity: 1,
        note: PERSONAL.extra,
      },
      headers: { referer: `https://shop.test/form?name=${PERSONAL.extra}` },
    });
    expect(created.status, created.text).toBe(201);
    lead = receiveLead.data.parse(created.data).lead._id;
    const params = { id: lead };
    await admin.ask(updateLead, {
      params,
      body: { fullName: PERSONAL.laterName, phone: PERSONAL.laterPhone },
    });
    await admin.ask(assignLead, { params, body: { operatorId: operator.id, reason: PERSONAL.reason } });
    await operator.ask(addComment, { params, body: { content: PERSONAL.comment } });
    await operator.ask(addComment, { params, body: { content: `Connected - ${PERSONAL.custom}` } });
    await admin.ask(updateLead, { params, body: { status: 'hold', statusReason: PERSONAL.reason } });
    // The creation, the assignment and the status: each is answered before the partner begins to fail.
    await vi.waitFor(() => expect(partner.receipts.length).toBeGreaterThanOrEqual(3));
    partner.answers.status = 500; // from here on, deliveries wait for their next attempt
    await operator.ask(requestStatusChange, {
      params,
      body: { status: 'approved', reason: PERSONAL.reason, comment: PERSONAL.comment },
    });
    await admin.ask(bulkUpdateStatus, { body: { leadIds: [lead], newStatus: 'approved' } });
    for (const search of [PERSONAL.laterPhone, PERSONAL.laterName])
      await admin.ask(freezeSelection, { body: { search } });
    const headers = { authorization: `Bearer ${admin.token}` };
    for (const format of ['csv', 'excel'])
      await product.app.inject({ url: `/api${exportLeads.path}?format=${format}`, headers });
    await product.app.inject({ url: `/api${exportAuditLogs.path}`, headers });
    const [tenant] = (await superAdmin.ask(listTenants, { query: { search: product.people.admin } })).data;
    archive = (await superAdmin.ask(exportTenant, { body: { tenantId: tenant?._id ?? '' } })).data.batchId;
    await vi.waitFor(async () =>
      expect((await superAdmin.ask(getBatch, { params: { id: archive } })).data.batch.state).toBe('done'),
    );
    const past = await admin.ask(findPastLeads, { body: { at: new Date().toISOString() } });
    await admin.ask(exportPastLeads, { params: { id: past.data.batch._id }, body: {} });
    // A row of a spreadsheet about the same customer, which is not saved.
    const file = [HEADER, `Z-1,not a date,${PERSONAL.name},09090977123,1`].join('\n');
    await previewed(`${file}\n`);
    await vi.waitFor(() => expect(partner.receipts.length).toBeGreaterThan(3));
    figures = await figuresNow();
  });

  const figuresNow = async () => {
    const { data } = await admin.ask(leadStats, { query: {} });
    const list = await admin.ask(listLeads, { query: { hasAddress: true } });
    return { data, withAddress: list.pagination?.totalCount };
  };

  test('is in many tables before, and in none within a minute after its erasure', async () => {
    const texts = Object.values(PERSONAL);
    const before = await placesOf(texts);
    expect(before).toEqual(
      expect.arrayContaining([
        'public.audit_texts',
        'public.batch_problems',
        'public.file_chunks',
        'public.lead_comments',
        'public.lead_search',
        'public.leads',
        'public.postback_attempts',
        'public.postback_queue',
      ]),
    );
    expect(before).not.toContain('event_store.events');
    const started = Date.now();
    await admin.ask(eraseLead, { params: { id: lead }, body });
    await expect.poll(() => placesOf(texts)).toEqual([]);
    await forgotten(lead);
    expect(await placesOf(texts)).toEqual([]);
    console.info(`Forgotten after ${((Date.now() - started) / 1000).toFixed(1)} s`);
    for (const text of texts) expect(product.logged()).not.toContain(text);
  });

  test('is shown without its personal data, with the erasure in its history', async () => {
    const { data } = await admin.ask(getLead, { params: { id: lead } });
    expect(data.lead).toMatchObject({
      fullName: '(erased)',
      phone: '(erased)',
      email: '(erased)',
      extra: {},
      status: 'approved',
      erasedAt: expect.any(String),
    });
    expect(data.timeline[0]).toMatchObject({
      content: 'Personal data erased',
      metadata: { reason: 'She asked for it' },
    });
    for (const text of Object.values(PERSONAL)) expect(JSON.stringify(data)).not.toContain(text);
    for (const revision of [0, 1, data.lead.revision]) {
      const past = (await admin.ask(getLeadAt, { params: { id: lead }, query: { revision } })).data;
      for (const text of Object.values(PERSONAL)) expect(JSON.stringify(past)).not.toContain(text);
      expect(past.fields.filter(({ restorable }) => restorable)).toEqual([]);
    }
    const { entries } = (await admin.ask(listAuditLogs, { query: { subject: `lead-${lead}` } })).data;
    expect(entries.map(({ action }) => action)).toContain('Personal data erased');
    for (const text of Object.values(PERSONAL)) expect(JSON.stringify(entries)).not.toContain(text);
    const found = await admin.ask(listLeads, { query: { search: PERSONAL.laterDigits } });
    expect(found.data).toEqual([]);
  });

  test('leaves the figures as they were, and results of postbacks without their texts', async () => {
    expect(await figuresNow()).toEqual(figures);
    const logs = (await admin.ask(listLogs, { params: { id: postback }, query: { limit: 100 } })).data;
    const own = logs.filter((log) => log.lead?._id === lead);
    expect(own.length).toBeGreaterThan(2);
    expect(own.map(({ status }) => status)).toEqual(expect.arrayContaining(['success']));
    expect(own.filter(({ status }) => status === 'pending' || status === 'retry')).toEqual([]);
  });

  test('has no file any more that contained it', async () => {
    const { data } = await admin.ask(listBatches, { query: {} });
    const kinds = ['lead-export', 'lead-past-export', 'audit-export'];
    const exports = data.filter(({ kind }) => kinds.includes(kind));
    expect(new Set(exports.map(({ kind }) => kind))).toEqual(new Set(kinds));
    for (const { _id: id } of exports)
      expect((await admin.call(downloadBatchFile, { params: { id } })).code).toBe('file-gone');
    const archived = await superAdmin.call(downloadBatchFile, { params: { id: archive } });
    expect(archived.code).toBe('file-gone');
  });

  test.each(projections.map((projection) => [projection.name, projection] as const))(
    'gives the same rows in a rebuild of %s',
    (_, projection) => expectSameRows(product.database.url, projection),
  );

  test('leaves the hash chain valid', async () => {
    const pools = testPools(product.database.url, openLog('silent'));
    const { storedEvents, store } = await openSealedEventStore(
      testStoreConfig(product.database.url),
      pools.auth,
    );
    await extendChains(pools.background, storedEvents, new AbortController().signal);
    const { findings } = await verifyHistory(pools.background, storedEvents, signerUnder(TEST_SECRET_KEY));
    await store.close();
    await pools.end();
    expect(findings).toEqual([]);
  });
});

test('the spreadsheet that a lead came from is deleted with its preview', async () => {
  const file = `${HEADER}\nUP-1,2025-03-01,${UPLOADED.name},${UPLOADED.phone},499.50\n`;
  const preview = await previewed(file);
  await saved(null, { fileId: preview.fileId });
  const { _id: id } = await one('UP-1');
  expect(await placesOf(Object.values(UPLOADED))).toContain('public.file_chunks');
  await admin.ask(eraseLead, { params: { id }, body });
  await forgotten(id);
  expect(await placesOf(Object.values(UPLOADED))).toEqual([]);
});

test('of two erasures at once one wins, and a repeat under its key gets the first answer', async () => {
  const id = await newLead();
  const answers = await Promise.all(
    [1, 2].map((n) => admin.call(eraseLead, { params: { id }, body: { ...body, reason: `Reason ${n}` } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('lead-erased');
  const another = await newLead();
  const headers = { 'idempotency-key': randomUUID() };
  for (let n = 0; n < 2; n += 1)
    expect((await admin.call(eraseLead, { params: { id: another }, body, headers })).status).toBe(200);
});

test('an erased lead refuses changes, and can be deleted', async () => {
  const id = await newLead();
  const params = { id };
  await admin.ask(eraseLead, { params, body });
  const refused = [
    await admin.call(updateLead, { params, body: { city: 'Leeds' } }),
    await admin.call(assignLead, { params, body: { operatorId: operator.id } }),
    await admin.call(addComment, { params, body: { content: 'Called' } }),
    await admin.call(updateLead, { params, body: { status: 'hold' } }),
  ];
  expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [409, 'lead-erased']));
  await admin.ask(deleteLead, { params });
  expect((await admin.call(getLead, { params })).status).toBe(404);
});

test('only admins of the tenant erase, with a reason and a confirmation', async () => {
  const id = await newLead();
  const params = { id };
  expect((await operator.call(eraseLead, { params, body })).status).toBe(403);
  expect((await rival.call(eraseLead, { params, body })).status).toBe(404);
  expect((await admin.call(eraseLead, { params: { id: randomUUID() }, body })).status).toBe(404);
  const unconfirmed = await product.send({
    method: 'POST',
    path: `/leads/${id}/erase`,
    token: admin.token,
    body: { reason: ' ' },
  });
  expect([unconfirmed.status, unconfirmed.errors]).toEqual([
    400,
    { reason: 'This field is required', confirmed: 'Confirm that the data is erased for ever' },
  ]);
  expect((await admin.ask(getLead, { params })).data.lead.erasedAt).toBeNull();
});
