import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { assignLead, createLead, requestStatusChange } from '@crm/contracts/leads/write.ts';
import { createOffer, deleteOffer, getOffer, listOffers } from '@crm/contracts/offers/offers.ts';
import { getPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { createUser, getUser, listUsers, updateUser } from '@crm/contracts/users/users.ts';
import { liftRowSecurity } from '@crm/platform/test/row-security.ts';
import { describe, expect, test } from 'vitest';
import type { Answer } from './calls.ts';
import { startProduct } from './product.ts';
import { leadForm, operatorForm } from './samples.ts';
import { thingsOf } from './things.ts';

const product = await startProduct();
// Row-level security is off, as for a superuser connection: the queries alone must separate tenants.
await liftRowSecurity(product.database.pool);
const admin = await product.signIn('admin@demo.test');
const rival = await product.signIn('admin@rival.test');
const superAdmin = await product.signIn('super@demo.test');

const ours = await thingsOf(admin);
const theirs = await thingsOf(rival);
const NOBODYS = '7d0f5a10-0000-4000-8000-000000000000';

/** The data of all the rival's entities as the rival sees it. */
const rivalsView = async () =>
  JSON.stringify([
    (await rival.ask(getLead, { params: { id: theirs.lead } })).data,
    (await rival.ask(getOffer, { params: { id: theirs.offer } })).data,
    (await rival.ask(getUser, { params: { id: theirs.user } })).data,
    (await rival.ask(getPostback, { params: { id: theirs.postback } })).data,
  ]);

describe('in a body', () => {
  const lead = leadForm();

  async function refused(call: () => Promise<Answer>, status: number, field: string, message: string) {
    const before = await product.events();
    const { status: answered, errors, text } = await call();
    expect(answered, text).toBe(status);
    expect(errors).toEqual({ [field]: message });
    expect(await product.events()).toBe(before);
  }

  test('rejects an offer that belongs to another tenant, is unknown, deleted or no id', async () => {
    const form = { name: 'Short lived', category: 'other' as const, price: 5 };
    const gone = (await admin.ask(createOffer, { body: form })).data.offer._id;
    await admin.ask(deleteOffer, { params: { id: gone } });
    const send =
      (method: string, path: string, body: object, token: string | null = admin.token) =>
      () =>
        product.send({ method, path, body, token });
    for (const offer of [theirs.offer, NOBODYS, gone, ours.lead]) {
      await refused(send('POST', '/leads', { ...lead, offer }), 404, 'offer', 'Offer not found');
      await refused(send('PUT', `/leads/${ours.lead}`, { offer }), 404, 'offer', 'Offer not found');
    }
    for (const offer of [NOBODYS, gone, ours.lead])
      await refused(send('POST', '/leads', { ...lead, offer }, null), 404, 'offer', 'Offer not found');
    await refused(send('POST', '/leads', { ...lead, offer: 'x' }), 400, 'offer', 'Must be an id');
    await refused(send('POST', '/leads', { ...lead, offer: 7 }), 400, 'offer', 'Must be an id');
    await refused(
      send('POST', '/leads', { ...lead, offer: 'x' }, null),
      400,
      'offer',
      'Must be the id of an offer',
    );
    await refused(send('PUT', `/leads/${ours.lead}`, { offer: 'x' }), 400, 'offer', 'Must be an id');
  });

  test('rejects an operator who belongs to another tenant, is unknown, deleted, inactive, or no operator', async () => {
    const leaving = (await admin.ask(createUser, { body: operatorForm('leaving') })).data.user._id;
    await admin.ask(updateUser, { params: { id: leaving }, body: { isActive: false } });
    const operators = [theirs.user, NOBODYS, leaving, admin.id, superAdmin.id, ours.lead];
    for (const operatorId of operators) {
      const one = () => admin.call(assignLead, { params: { id: ours.lead }, body: { operatorId } });
      await refused(one, 404, 'operatorId', 'Operator not found');
      const body = { leadIds: [ours.lead], operatorId };
      const many = () =>
        product.send({
          method: 'POST',
          path: '/admin/bulk-assign-leads',
          token: admin.token,
          body,
        });
      await refused(many, 404, 'operatorId', 'Operator not found');
    }
  });

  test('a bulk action skips leads of another tenant and unknown leads', async () => {
    const seen = await rivalsView();
    const leadIds = [theirs.lead, NOBODYS];
    const bulk = [
      ['PUT', '/admin/bulk-update-status', { newStatus: 'hold' }],
      ['POST', '/admin/bulk-assign-leads', { operatorId: ours.user }],
      ['POST', '/admin/bulk-approve', {}],
      ['POST', '/admin/bulk-reject', { adminNotes: 'no' }],
      ['POST', '/admin/reassign-leads', { toOperatorId: ours.user }],
      ['POST', '/admin/bulk-delete-leads', {}],
    ] as const;
    for (const [method, path, rest] of bulk) {
      const before = await product.events();
      const answer = await product.send({ method, path, token: admin.token, body: { ...rest, leadIds } });
      const outcome = 'skipped';
      const problems = leadIds.map((leadId) => ({ leadId, outcome, message: 'Lead not found' }));
      expect(answer.data).toMatchObject({ successful: 0, skipped: 2, failed: 0, problems });
      expect(await product.events()).toBe(before);
      const mixed = { ...rest, leadIds: [ours.lead, 'x'] };
      const refusedAnswer = await product.send({ method, path, token: admin.token, body: mixed });
      expect(refusedAnswer).toMatchObject({ status: 400, errors: { 'leadIds.1': 'Must be an id' } });
      for (const none of [[], undefined, null, 'x', Array.from({ length: 20_001 }, () => ours.lead)]) {
        const answer = await product.send({
          method,
          path,
          token: admin.token,
          body: { ...rest, leadIds: none },
        });
        expect(answer.status, answer.text).toBe(400);
        expect(Object.keys(answer.errors ?? {})).toEqual(['leadIds']);
      }
      expect(await product.events()).toBe(before);
    }
    expect(await rivalsView()).toBe(seen);
  });

  test('rejects a request that belongs to another tenant, is unknown or no id', async () => {
    const operator = await product.signIn('operator@demo.test');
    const id = (await admin.ask(createLead, { body: lead })).data.lead._id;
    await admin.ask(assignLead, { params: { id }, body: { operatorId: operator.id } });
    await operator.ask(requestStatusChange, { params: { id }, body: { status: 'hold', comment: 'Wait' } });
    for (const requestId of [NOBODYS, id, 'x'])
      for (const path of ['approve-status', 'reject-status']) {
        const before = await product.events();
        const body = { requestId, adminNotes: 'No' };
        const answer = await product.send({
          method: 'POST',
          path: `/admin/${path}/${id}`,
          token: admin.token,
          body,
        });
        if (requestId === 'x')
          expect(answer).toMatchObject({ status: 400, errors: { requestId: 'Must be an id' } });
        else expect(answer).toMatchObject({ status: 409, code: 'request-replaced' });
        expect(await product.events()).toBe(before);
      }
  });
});

describe('in a query', () => {
  test.each(['assignedOperator', 'offer'])(
    '%s of another tenant matches nothing, and an invalid id is rejected',
    async (name) => {
      const foreign = name === 'offer' ? theirs.offer : theirs.user;
      for (const id of [foreign, NOBODYS]) {
        const { data, pagination } = await admin.ask(listLeads, { query: { [name]: id } });
        expect([data, pagination?.total]).toEqual([[], 0]);
      }
      const answer = await product.send({
        method: 'GET',
        path: '/leads',
        token: admin.token,
        query: { [name]: 'x' },
      });
      expect(answer).toMatchObject({ status: 400, errors: { [name]: 'Must be an id' } });
    },
  );

  test('no search and no order id finds data of another tenant', async () => {
    const { lead } = (await rival.ask(getLead, { params: { id: theirs.lead } })).data;
    const { total } = (await admin.ask(listLeads)).pagination ?? {};
    for (const query of [{ search: lead.fullName }, { search: lead.phone }, { orderIds: [lead.orderId] }]) {
      const found = (await admin.ask(listLeads, { query: { ...query, limit: 500 } })).data;
      expect(found.map(({ _id }) => _id)).not.toContain(theirs.lead);
    }
    for (const [endpoint, own] of [
      [listUsers, admin],
      [listOffers, admin],
    ] as const) {
      const { data } = await own.ask(endpoint);
      expect(data.map(({ _id }) => _id)).not.toContain(endpoint === listUsers ? theirs.user : theirs.offer);
    }
    expect((await rival.ask(listApprovals)).data.map(({ _id }) => _id)).not.toContain(ours.lead);
    expect((await superAdmin.ask(listLeads)).pagination).toMatchObject({ total: 0 });
    expect(total).toBeGreaterThan(0);
  });
});

test('ids are case-insensitive', async () => {
  const id = ours.lead.toUpperCase();
  await admin.ask(assignLead, { params: { id }, body: { operatorId: ours.user.toUpperCase() } });
  const { lead } = (await admin.ask(getLead, { params: { id } })).data;
  expect(lead._id).toBe(ours.lead);
  expect(lead.assignedOperator?._id).toBe(ours.user);
  const twice = { leadIds: [ours.lead, id], newStatus: 'hold', reason: 'Waits' };
  const answer = await product.send({
    method: 'PUT',
    path: '/admin/bulk-update-status',
    token: admin.token,
    body: twice,
  });
  expect(answer.data).toMatchObject({ successful: 1, failed: 0 });
});
