import { randomUUID } from 'node:crypto';
import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listPayments } from '@crm/contracts/payments/payments.ts';
import { listLogs } from '@crm/contracts/postbacks/logs.ts';
import { listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { listUsers } from '@crm/contracts/users/users.ts';
import {
  chooseView,
  deleteView,
  listViews,
  saveView,
  updateView,
  type ViewedListName,
  viewedLists,
} from '@crm/contracts/views/views.ts';
import { expect, test } from 'vitest';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';
import { viewForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);

const save = async (who: Person, name: string, more: Parameters<typeof viewForm>[1] = {}) =>
  (await who.ask(saveView, { body: viewForm(name, more) })).data.view._id;
const listOf = async (who: Person) => (await who.ask(listViews)).data;
const named = async (who: Person, id: string) => (await listOf(who)).views.find(({ _id }) => _id === id);
const refused = async (answer: ReturnType<Person['call']>) => {
  const { status, message, errors } = await answer;
  return { status, message, ...(errors && { errors }) };
};
const notFound = { status: 404, message: 'View not found' };

test('a view is saved, updated to the screen, renamed and deleted', async () => {
  const id = await save(operator, 'Waiting');
  expect(await named(operator, id)).toMatchObject({ ...viewForm('Waiting'), isOwn: true, mayChange: true });
  const content = { filters: {}, sort: { by: 'orderId', order: 'asc' as const }, columns: [] };
  await operator.ask(updateView, { params: { id }, body: { content } });
  await operator.ask(updateView, { params: { id }, body: { name: 'All of it' } });
  expect(await named(operator, id)).toMatchObject({ name: 'All of it', ...content });
  await operator.ask(deleteView, { params: { id } });
  expect(await named(operator, id)).toBeUndefined();
  expect(await refused(operator.call(deleteView, { params: { id } }))).toEqual(notFound);
});

test('the views of one user have different names; a deleted name is free again', async () => {
  const first = await save(operator, 'Straße');
  const second = await save(operator, 'Other');
  await save(admin, 'Straße');
  const taken = {
    status: 409,
    message: 'You have a view of this name already',
    errors: { name: 'You have a view of this name already' },
  };
  expect(await refused(operator.call(saveView, { body: viewForm('STRAßE') }))).toEqual(taken);
  const rename = { params: { id: second }, body: { name: 'straße' } };
  expect(await refused(operator.call(updateView, rename))).toEqual(taken);
  await operator.ask(deleteView, { params: { id: first } });
  await operator.ask(updateView, rename);
  await save(operator, 'Other');
});

test('an admin shares a view with the tenant, and only admins manage shared views', async () => {
  const id = await save(admin, 'Ours');
  expect(await named(operator, id)).toBeUndefined();
  expect(await refused(operator.call(updateView, { params: { id }, body: { name: 'Mine' } }))).toEqual(
    notFound,
  );
  await admin.ask(updateView, { params: { id }, body: { isShared: true } });
  expect(await named(operator, id)).toMatchObject({ isShared: true, isOwn: false, mayChange: false });
  expect(await named(rival, id)).toBeUndefined();
  const shared = {
    status: 403,
    message: 'This view is shared with everybody, so only an admin can change it',
  };
  expect(await refused(operator.call(updateView, { params: { id }, body: { name: 'Mine' } }))).toEqual(
    shared,
  );
  expect(await refused(operator.call(deleteView, { params: { id } }))).toEqual(shared);
  expect(await refused(rival.call(updateView, { params: { id }, body: { name: 'Mine' } }))).toEqual(notFound);
  expect(await refused(rival.call(deleteView, { params: { id } }))).toEqual(notFound);
});

test('an operator cannot share', async () => {
  const view = {
    status: 403,
    message: 'Only an admin can share a view',
    errors: { isShared: 'Only an admin can share a view' },
  };
  expect(await refused(operator.call(saveView, { body: viewForm('To all', { isShared: true }) }))).toEqual(
    view,
  );
  const id = await save(operator, 'To all');
  expect(await refused(operator.call(updateView, { params: { id }, body: { isShared: true } }))).toEqual(
    view,
  );
});

test('each user gets their last used view again, or none', async () => {
  const id = await save(admin, 'Last', { isShared: true });
  await operator.ask(chooseView, { body: { viewId: id } });
  expect((await listOf(operator)).lastUsed).toBe(id);
  expect((await listOf(admin)).lastUsed).toBeNull();
  await operator.ask(chooseView, { body: { viewId: null } });
  expect((await listOf(operator)).lastUsed).toBeNull();
  await operator.ask(chooseView, { body: { viewId: randomUUID() } });
  expect((await listOf(operator)).lastUsed).toBeNull();
});

test('a list has its own views, names and last used view', async () => {
  const ofUsers = await save(admin, 'Other', { list: 'users', sort: null });
  const viewsOf = async (list: ViewedListName) => (await admin.ask(listViews, { query: { list } })).data;
  expect(await viewsOf('users')).toMatchObject({ views: [{ _id: ofUsers, sort: null }], lastUsed: null });
  expect(await named(admin, ofUsers)).toBeUndefined();
  expect((await viewsOf('offers')).views).toEqual([]);
  await admin.ask(chooseView, { body: { list: 'users', viewId: ofUsers } });
  expect((await viewsOf('users')).lastUsed).toBe(ofUsers);
  expect((await viewsOf('leads')).lastUsed).toBeNull();
  const taken = await admin.call(saveView, { body: viewForm('OTHER', { list: 'users' }) });
  expect(taken.status).toBe(409);
});

test('the views of a list are only for the users who can open it, even when they are shared', async () => {
  await save(admin, 'Leaving', { list: 'users', isShared: true });
  const adminsOnly = { status: 403, message: 'Admin privileges required' };
  expect(await refused(operator.call(listViews, { query: { list: 'users' } }))).toEqual(adminsOnly);
  const ofUsers = viewForm('Mine', { list: 'users' });
  expect(await refused(operator.call(saveView, { body: ofUsers }))).toEqual(adminsOnly);
  const last = { list: 'users', viewId: null } as const;
  expect(await refused(operator.call(chooseView, { body: last }))).toEqual(adminsOnly);
  const superAdminsOnly = { status: 403, message: 'Super Admin privileges required' };
  expect(await refused(admin.call(listViews, { query: { list: 'payments' } }))).toEqual(superAdminsOnly);
});

/** The call whose answer each list shows. */
const rowsOf: Record<ViewedListName, string> = {
  leads: listLeads.path,
  approvals: listApprovals.path,
  users: listUsers.path,
  offers: listOffers.path,
  postbacks: listPostbacks.path,
  'postback-logs': listLogs.path.replace(':id', randomUUID()),
  audit: listAuditLogs.path,
  organizations: listTenants.path,
  subscriptions: listSubscribers.path,
  payments: listPayments.path,
};
test.each(viewedLists)('the views of %s are for exactly those who may read its rows', async (list) => {
  const superAdmin = await product.signIn('super@demo.test');
  for (const { token } of [operator, admin, superAdmin]) {
    const isRefused = async (path: string, query = {}) =>
      (await product.send({ method: 'GET', path, query, token })).status === 403;
    expect(await isRefused('/views', { list })).toBe(await isRefused(rowsOf[list]));
  }
});

test('a repeated save creates one view', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => operator.ask(saveView, { body: viewForm('Once'), headers });
  const [first, second] = [await send(), await send()];
  expect(second.data).toEqual(first.data);
  const { views } = await listOf(operator);
  expect(views.filter(({ name }) => name === 'Once')).toHaveLength(1);
});
