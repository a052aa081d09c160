import { listAllAuditLogs, listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { logout, me } from '@crm/contracts/auth/auth.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { createOffer } from '@crm/contracts/offers/offers.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { listSessions } from '@crm/contracts/users/sessions.ts';
import { endViewing, startViewing } from '@crm/contracts/viewings/viewings.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { recordEnds } from '@crm/workers/viewings/end.ts';
import { expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);
const tenant =
  (await superAdmin.ask(listTenants, { query: { search: product.people.admin } })).data[0]?._id ?? '';

const store = testStore(product.database.url);

async function view(by = superAdmin) {
  const { _id, token } = (await by.ask(startViewing, { params: { id: tenant } })).data;
  return { id: _id, caller: product.caller(token) };
}

async function selections(): Promise<number> {
  const { rows } = await product.database.everyTenant.query<{ n: number }>(
    'select count(*)::int as n from selections where tenant = $1',
    [tenant],
  );
  return rows[0]?.n ?? 0;
}

test('a viewing reads what the admin reads, and no route lets it change anything', async () => {
  const { caller } = await view();
  expect((await caller.ask(listLeads)).data).toEqual((await admin.ask(listLeads)).data);
  expect((await caller.ask(me)).data).toMatchObject({
    user: { _id: admin.id, role: 'admin' },
    viewing: { viewerName: 'Ishaan Kapoor' },
  });
  const refused = { status: 403, code: 'viewing-read-only' };
  const changes = product.routes.filter(
    ({ endpoint, policy }) => endpoint.method !== 'GET' && policy.credential === 'session',
  );
  expect(changes.length).toBeGreaterThan(50);
  for (const { endpoint } of changes) {
    const path = endpoint.path.replace(/:\w+/g, tenant);
    const answer = await product.send({ method: endpoint.method, path, token: caller.token, body: {} });
    expect({ path, status: answer.status, code: answer.code }).toMatchObject(refused);
  }
  // Reads that would leave something: a selection of leads, a file that was exported. And nothing of the super admin's.
  const before = await selections();
  for (const path of [
    '/leads/export?format=csv',
    '/reports/export/leads?format=csv',
    '/admin/audit-logs/export',
    '/super-admin/tenants',
  ])
    expect(await product.send({ method: 'GET', path, token: caller.token })).toMatchObject(refused);
  expect(await selections()).toBe(before);
  expect((await caller.ask(listLeads)).data).toEqual((await admin.ask(listLeads)).data);
});

test('start and end are in both audit histories with the super admin as actor, and are no session of the admin', async () => {
  const before = (await admin.ask(listSessions, { params: { id: admin.id } })).data;
  const { id, caller } = await view();
  expect((await admin.ask(listSessions, { params: { id: admin.id } })).data).toHaveLength(before.length);
  const other = await product.signIn('super@demo.test');
  await other.ask(endViewing, { params: { id } });
  expect(await caller.call(listLeads)).toMatchObject({ status: 401 });
  for (const entries of [
    (await admin.ask(listAuditLogs, { query: { limit: 20 } })).data.entries,
    (await superAdmin.ask(listAllAuditLogs, { query: { limit: 20 } })).data.entries,
  ]) {
    const of = entries.filter(({ subject }) => subject._id === id);
    expect(of.map(({ type }) => type)).toEqual(['ViewingEnded', 'ViewingStarted']);
    for (const { actor } of of) expect(actor).toMatchObject({ name: 'Ishaan Kapoor' });
  }
});

test('ends with the session of the super admin, and only a super admin starts one', async () => {
  const leaving = await product.signIn('super@demo.test');
  const { id, caller } = await view(leaving);
  expect((await caller.call(listLeads)).status).toBe(200);
  await leaving.ask(logout);
  expect((await caller.call(listLeads)).status).toBe(401);
  await recordEnds(store, product.database.everyTenant);
  // Recorded without the caller's session, whose reads do not wait for it.
  await vi.waitFor(async () => {
    const { entries } = (await superAdmin.ask(listAllAuditLogs, { query: { limit: 5 } })).data;
    expect(entries.find(({ subject }) => subject._id === id)).toMatchObject({
      type: 'ViewingEnded',
      reason: 'The session of the super admin ended',
    });
  });
  expect(await admin.call(startViewing, { params: { id: tenant } })).toMatchObject({ status: 403 });
  const { caller: viewer } = await view();
  expect(await viewer.call(startViewing, { params: { id: tenant } })).toMatchObject({ status: 403 });
  expect(await viewer.call(createOffer, {})).toMatchObject({ code: 'viewing-read-only' });
});
