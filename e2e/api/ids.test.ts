import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { assignLead, createLead, requestStatusChange } from '@crm/contracts/leads/write.ts';
import { createOffer, deleteOffer, getOffer, listOffers } from '@crm/contracts/offers/offers.ts';
import { getPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { createUser, getUser, listUsers, updateUser } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import { type Answer, startProduct } from './product.ts';
import { liftRowSecurity } from './row-security.ts';
import { leadForm, operatorForm } from './samples.ts';
import { thingsOf } from './things.ts';

const product = await startProduct();
// The second wall is taken away, as a superuser's connection would have it: the queries alone keep tenants apart.
await liftRowSecurity(product.database.pool);
const admin = await product.signIn('admin@demo.test');
const rival = await product.signIn('admin@rival.test');
const superAdmin = await product.signIn('super@demo.test');

const ours = await thingsOf(admin);
const theirs = await thingsOf(rival);
const NOBODYS = '7d0f5a10-0000-4000-8000-000000000000';

/** What all of the rival's things look like from inside. */
const rivalsView = async () =>
  JSON.stringify([
    (await rival.ask(getLead, { params: { id: theirs.lead } })).data,
    (await rival.ask(getOffer, { params: { id: theirs.offer } })).data,
    (await rival.ask(getUser, { params: { id: theirs.user } })).data,
    (await rival.ask(getPostback, { params: { id: theirs.postback } })).data,
  ]);

const inPath = [
  ['lead', 'GET', '/leads/:id', undefined],
  ['lead', 'PUT', '/leads/:id', { city: 'Leeds' }],
  ['lead', 'PUT', '/leads/:id', { status: 'hold' }],
  // The lead of the demo has a few events: one of these is its revision.
  ...[0, 1, 2, 3, 4, 5].flatMap((revision) => [
    ['lead', 'PUT', '/leads/:id', { city: 'Leeds', revision }] as const,
    ['lead', 'PUT', '/leads/:id', { status: 'hold', revision }] as const,
  ]),
  ['lead', 'DELETE', '/leads/:id', undefined],
  ['lead', 'POST', '/leads/:id/assign', { operatorId: ours.user }],
  ['lead', 'POST', '/leads/:id/assign', {}],
  ['lead', 'GET', '/leads/:id/comments', undefined],
  ['lead', 'POST', '/leads/:id/comments', { content: 'Called' }],
  ['lead', 'PUT', '/operator/leads/:id/status', { status: 'hold', comment: 'Please' }],
  ['lead', 'POST', '/operator/leads/:id/comment', { content: 'Called' }],
  ['lead', 'POST', '/admin/approve-status/:id', {}],
  ['lead', 'POST', '/admin/reject-status/:id', { adminNotes: 'No' }],
  ['selection', 'GET', '/leads/selections/:id', undefined],
  ['batch', 'GET', '/batches/:id', undefined],
  ['batch', 'GET', '/batches/:id/problems', undefined],
  ['batch', 'POST', '/batches/:id/cancel', undefined],
  ['batch', 'POST', '/batches/:id/pause', undefined],
  ['batch', 'POST', '/batches/:id/resume', undefined],
  ['batch', 'POST', '/batches/:id/undo', undefined],
  ['batch', 'GET', '/batches/:id/file', undefined],
  ['batch', 'GET', '/admin/uploads/:batchId', undefined],
  ['batch', 'GET', '/admin/uploads/:batchId/errors', undefined],
  ['view', 'PUT', '/views/:id', { name: 'Taken over' }],
  ['view', 'DELETE', '/views/:id', undefined],
  ['user', 'GET', '/users/:id', undefined],
  ['user', 'GET', '/users/:id/stats', undefined],
  ['user', 'PUT', '/users/:id', { fullName: 'Taken Over' }],
  ['user', 'PUT', '/users/:id', { email: 'taken@over.test' }],
  ['user', 'PUT', '/users/:id', { password: 'taken-over', isActive: false }],
  ['user', 'DELETE', '/users/:id', undefined],
  ['user', 'PUT', '/users/:id/profile', { fullName: 'Taken Over', email: 'taken@over.test' }],
  ['postback', 'GET', '/postbacks/:id', undefined],
  ['postback', 'PUT', '/postbacks/:id', { name: 'Taken over' }],
  ['postback', 'DELETE', '/postbacks/:id', undefined],
  ['postback', 'POST', '/postbacks/:id/toggle', {}],
  ['postback', 'POST', '/postbacks/:id/roll-secret', undefined],
  ['postback', 'POST', '/postbacks/:id/test', { event: 'new_lead', dryRun: true }],
  ['postback', 'POST', '/postbacks/:id/retry', { dryRun: true }],
  ['postback', 'POST', '/postbacks/:id/backfill', { startDate: '2026-01-01', endDate: '2026-02-01' }],
  ['postback', 'GET', '/postbacks/:id/stats', undefined],
  ['postback', 'GET', '/postbacks/:id/logs', undefined],
  ['postback', 'GET', '/postbacks/:id/logs/:logId', undefined],
  ['offer', 'GET', '/offers/:id', undefined],
  ['offer', 'GET', '/offers/:id/stats', undefined],
  ['offer', 'PUT', '/offers/:id', { price: 1 }],
  ['offer', 'DELETE', '/offers/:id', undefined],
] as const;

test('the table below has every call with an id in its path', () => {
  const withId = product.routes.flatMap(({ endpoint: { method, path } }) =>
    path.includes(':') ? [`${method} ${path}`] : [],
  );
  expect(new Set(inPath.map(([, method, path]) => `${method} ${path}`))).toEqual(new Set(withId));
});

test('no read without an id shows a thing of another tenant', async () => {
  const foreign = new Set(Object.values(theirs));
  const reads = product.routes.flatMap(({ endpoint: { method, path } }) =>
    method === 'GET' && !path.includes(':') ? [path] : [],
  );
  expect(reads).toContain('/leads');
  for (const path of reads) {
    const { body } = await product.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(
      [...foreign].filter((id) => body.includes(id)),
      path,
    ).toEqual([]);
  }
});

describe.each(inPath)('%s %s %s %j', (noun, method, path, body) => {
  const own = path.includes(':batchId') ? ':batchId' : ':id';
  const call = (id: string, token: string): Promise<Answer> =>
    product.send({ method, path: path.replace(own, id).replace(':logId', NOBODYS), token, body });
  const notFound = {
    lead: 'Lead not found',
    user: 'User not found',
    offer: 'Offer not found',
    postback: 'Postback not found',
    batch: 'Batch not found',
    selection: 'Selection not found',
    view: 'View not found',
  }[noun];

  test('another tenant’s is not found, as one that never was, and stays as it is', async () => {
    const [before, seen] = [await product.events(), await rivalsView()];
    for (const id of [theirs[noun], NOBODYS]) {
      const answer = await call(id, admin.token);
      expect(answer.status, answer.text).toBe(404);
      expect(answer).toMatchObject({ message: notFound, code: `${noun}-not-found` });
      expect(answer).not.toHaveProperty('data');
    }
    expect(await product.events()).toBe(before);
    expect(await rivalsView()).toBe(seen);
  });

  test('to the super admin a tenant’s thing is not there, or not to be touched', async () => {
    const before = await product.events();
    const answer = await call(ours[noun], superAdmin.token);
    expect([403, 404], answer.text).toContain(answer.status);
    expect(await product.events()).toBe(before);
  });

  test('what is no id is told to be none', async () => {
    const before = await product.events();
    for (const id of [
      '1',
      'undefined',
      `${ours[noun]}0`,
      `${ours[noun]}%00`,
      "'%20or%201=1--",
      '%F0%9F%98%80',
    ]) {
      const answer = await call(id, admin.token);
      expect(answer.status, `${id} ${answer.text}`).toBe(400);
      expect(Object.keys(answer.errors ?? {})).toEqual([own.slice(1)]);
    }
    expect(await product.events()).toBe(before);
  });
});

describe('in a body', () => {
  const lead = leadForm();

  async function refused(call: () => Promise<Answer>, status: number, field: string, message: string) {
    const before = await product.events();
    const { status: answered, errors, text } = await call();
    expect(answered, text).toBe(status);
    expect(errors).toEqual({ [field]: message });
    expect(await product.events()).toBe(before);
  }

  test('an offer that is another’s, nobody’s, deleted or no id', async () => {
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

  test('an operator who is another’s, nobody, deleted, switched off, or no operator', async () => {
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

  test('leads that are another’s or nobody’s are passed over in a bulk action', async () => {
    const seen = await rivalsView();
    const leadIds = [theirs.lead, NOBODYS];
    const bulk = [
      ['PUT', '/admin/bulk-update-status', { newStatus: 'hold' }],
      ['POST', '/admin/bulk-assign-leads', { operatorId: ours.user }],
      ['POST', '/admin/bulk-approve', {}],
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

  test('a request that is another’s, nobody’s or no id', async () => {
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
    '%s of another tenant finds nothing, and no id is told so',
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

  test('no search, and no order id, finds what is another tenant’s', async () => {
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

test('an id is the same in capitals', async () => {
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
