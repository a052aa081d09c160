import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { operatorsForFilter } from '@crm/contracts/auth/auth.ts';
import {
  checkDuplicate,
  getLead,
  listComments,
  listLeads,
  listOtherOrders,
  listOwnLeads,
} from '@crm/contracts/leads/read.ts';
import {
  addComment,
  addOperatorComment,
  assignLead,
  createLead,
  requestStatusChange,
  updateLead,
} from '@crm/contracts/leads/write.ts';
import { setAutoLeadStatusApprove } from '@crm/contracts/tenants/settings.ts';
import { updateUser } from '@crm/contracts/users/users.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const colleague = await product.signIn(product.people.operator2);

const PHONE = '+91 98765 00011';
let mine = '';
let another = '';
let unassigned = '';

async function leadOf(person: Person | null): Promise<string> {
  const id = (await admin.ask(createLead, { body: leadForm({ phone: PHONE }) })).data.lead._id;
  if (person) await admin.ask(assignLead, { params: { id }, body: { operatorId: person.id } });
  return id;
}
const allow = (canSeeLeadsOfAllOperators: boolean) =>
  admin.ask(updateUser, {
    params: { id: operator.id },
    body: { permissions: { canSeeLeadsOfAllOperators } },
  });
const view = async (id: string) => (await admin.ask(getLead, { params: { id } })).data;

beforeEach(async () => {
  [mine, another, unassigned] = [await leadOf(operator), await leadOf(colleague), await leadOf(null)];
  await view(mine);
});

const touches = Object.entries({
  see: (id: string) => operator.call(getLead, { params: { id } }),
  'see its comments': (id: string) => operator.call(listComments, { params: { id } }),
  'see the other orders of': (id: string) => operator.call(listOtherOrders, { params: { id } }),
  comment: (id: string) => operator.call(addComment, { params: { id }, body: { content: 'Called' } }),
  'comment by their own call': (id: string) =>
    operator.call(addOperatorComment, { params: { id }, body: { content: 'Called' } }),
  edit: (id: string) => operator.call(updateLead, { params: { id }, body: { city: 'Leeds' } }),
  'ask for a status': (id: string) =>
    operator.call(requestStatusChange, { params: { id }, body: { status: 'hold', comment: 'Wait' } }),
});
const notFound = { status: 404, code: 'lead-not-found', message: 'Lead not found' };
const notYours = { status: 403, code: 'lead-not-yours', message: 'This lead is not assigned to you' };

describe('an operator', () => {
  test.each(touches)('may %s a lead assigned to them', async (_, touch) => {
    const answer = await touch(mine);
    expect(answer.status, answer.text).toBe(200);
  });

  test.each(touches)(
    'may not %s a lead of another operator or without one: it is not found',
    async (_, touch) => {
      const before = await product.events();
      for (const id of [another, unassigned]) expect(await touch(id)).toMatchObject(notFound);
      expect(await product.events()).toBe(before);
    },
  );

  test('loses access to a lead at once when it is assigned to another operator', async () => {
    await admin.ask(assignLead, { params: { id: mine }, body: { operatorId: colleague.id } });
    for (const [name, touch] of touches) expect(await touch(mine), name).toMatchObject(notFound);
  });

  test('lists, counts, searches and checks duplicates only among their own leads', async () => {
    const own = await operator.ask(listLeads, { query: { limit: 500 } });
    const all = await admin.ask(listLeads, { query: { limit: 500 } });
    const expected = all.data.filter(({ assignedOperator }) => assignedOperator?._id === operator.id);
    expect(own.data.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id));
    expect(own.pagination?.total).toBe(expected.length);
    expect(all.pagination?.total).toBeGreaterThan(expected.length);
    const ownCall = await operator.ask(listOwnLeads, { query: { limit: 500 } });
    expect(ownCall.data).toEqual(own.data);
    for (const query of [{ assignedOperator: colleague.id }, { assignmentStatus: 'unassigned' as const }])
      expect((await operator.ask(listLeads, { query })).pagination?.total).toBe(0);
    const found = await operator.ask(listLeads, { query: { search: PHONE, limit: 500 } });
    expect(found.data.map(({ _id }) => _id)).not.toContain(another);
    const twins = (await operator.ask(checkDuplicate, { body: { phone: PHONE } })).data.leads;
    expect(twins.map(({ _id }) => _id)).toContain(mine);
    expect(twins.map(({ _id }) => _id)).not.toContain(another);
  });

  test('edits all fields but the phone; an edit with a changed phone is refused as a whole', async () => {
    const before = await product.events();
    for (const body of [{ phone: '+91 98765 99999' }, { phone: '+91 98765 99999', city: 'Leeds' }])
      expect(await operator.call(updateLead, { params: { id: mine }, body })).toMatchObject({
        status: 403,
        code: 'phone-locked',
        errors: { phone: 'Only an admin can change the phone' },
      });
    expect(await product.events()).toBe(before);
    // The form sends the phone unchanged.
    await operator.ask(updateLead, {
      params: { id: mine },
      body: { phone: PHONE, city: 'Leeds', price: 9.5, quantity: 2 },
    });
    expect((await view(mine)).lead).toMatchObject({ phone: PHONE, city: 'Leeds', total: 19 });
    await admin.ask(updateLead, { params: { id: mine }, body: { phone: '+91 98765 99999' } });
    expect((await view(mine)).lead.phone).toBe('+91 98765 99999');
  });

  test('may not set a status, delete, assign or decide', async () => {
    const before = await product.events();
    const send = (method: string, path: string, body?: object) =>
      product.send({ method, path, token: operator.token, body });
    const answers = [
      await send('PUT', `/leads/${mine}`, { status: 'approved' }),
      await send('PUT', `/leads/${another}`, { status: 'approved' }),
      await send('DELETE', `/leads/${mine}`),
      await send('POST', `/leads/${mine}/assign`, { operatorId: operator.id }),
      await send('POST', `/admin/approve-status/${mine}`, {}),
      await send('PUT', '/admin/bulk-update-status', { leadIds: [mine], newStatus: 'approved' }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, message: 'Admin privileges required' });
    expect(await product.events()).toBe(before);
  });
});

describe('requesting a status', () => {
  const ask = (body: Parameters<typeof operator.call<typeof requestStatusChange>>[1]) =>
    operator.call(requestStatusChange, { params: { id: mine }, ...body });
  afterAll(() => admin.ask(setAutoLeadStatusApprove, { body: { autoLeadStatusApprove: false } }));

  test('waits for an admin, and rejects missing fields', async () => {
    const before = await product.events();
    for (const [body, errors] of [
      [{ status: 'hold', reason: 'Tomorrow', comment: '' }, { comment: 'This field is required' }],
      [{ status: 'processing', comment: '' }, { comment: 'This field is required' }],
      [{ status: 'cancelled', comment: 'They said no' }, { reason: 'This field is required' }],
      [{ status: 'trash', comment: 'They said no' }, { reason: 'This field is required' }],
      [{ comment: 'No status' }, { status: 'This field is required' }],
    ] as const)
      expect(await ask({ body })).toMatchObject({ status: 400, errors });
    expect(await product.events()).toBe(before);

    const answer = await ask({ body: { status: 'cancelled', reason: 'Too dear', comment: 'Called' } });
    expect(answer).toMatchObject({
      status: 200,
      message: 'Status change request submitted for approval',
      data: { requiresApproval: true, autoApproved: false },
    });
    const { lead, comments } = await view(mine);
    expect(lead).toMatchObject({
      status: 'processing',
      pendingStatusChange: { newStatus: 'cancelled', reason: 'Too dear' },
    });
    expect(comments[0]).toMatchObject({
      content: 'Called',
      type: 'status',
      metadata: {
        previousStatus: 'processing',
        newStatus: 'cancelled',
        reason: 'Too dear',
        ipAddress: expect.stringMatching(/^192\.0\.2\./),
      },
    });
    expect((await admin.ask(listApprovals)).data.map(({ _id }) => _id)).toContain(mine);
  });

  test('with the unchanged status only adds a comment', async () => {
    const answer = await ask({ body: { newStatus: 'processing', comment: 'Still ringing' } });
    expect(answer).toMatchObject({
      message: 'Status updated successfully',
      data: { requiresApproval: false, autoApproved: false },
    });
    expect((await view(mine)).lead.pendingStatusChange).toBeNull();
  });

  test('takes effect at once when the tenant approves automatically', async () => {
    await admin.ask(setAutoLeadStatusApprove, { body: { autoLeadStatusApprove: true } });
    const answer = await ask({ body: { status: 'approved', comment: 'Ordered' } });
    expect(answer).toMatchObject({
      message: 'Status updated successfully (auto-approved)',
      data: { requiresApproval: false, autoApproved: true },
    });
    const { lead, timeline } = await view(mine);
    expect(lead).toMatchObject({ status: 'approved', pendingStatusChange: null });
    expect(timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['LeadStatusChangeRequested', 'LeadStatusChangeApproved']),
    );
    await admin.ask(setAutoLeadStatusApprove, { body: { autoLeadStatusApprove: false } });
    const later = await ask({ body: { status: 'hold', comment: 'Wait' } });
    expect(later.data).toEqual({ requiresApproval: true, autoApproved: false });
  });
});

describe('an operator with access to all leads', () => {
  beforeEach(async () => {
    await allow(true);
    await view(mine);
  });
  afterAll(() => allow(false));

  test('sees them, but comments, edits and requests a status only for their own', async () => {
    for (const [name, touch] of touches) {
      const answer = await touch(another);
      if (name.startsWith('see')) expect(answer.status, `${name} ${answer.text}`).toBe(200);
      else expect(answer, name).toMatchObject(notYours);
    }
    const all = (await admin.ask(listLeads)).pagination?.total;
    expect((await operator.ask(listLeads)).pagination?.total).toBe(all);
    expect(
      (await operator.ask(listLeads, { query: { assignedOperator: colleague.id } })).pagination?.total,
    ).toBeGreaterThan(0);
    const own = await operator.ask(listOwnLeads, { query: { limit: 500 } });
    for (const { assignedOperator } of own.data) expect(assignedOperator?._id).toBe(operator.id);
    const names = (await operator.ask(operatorsForFilter)).data.map(({ _id }) => _id);
    expect(names.sort()).toEqual([operator.id, colleague.id].sort());
    const locked = await operator.call(updateLead, {
      params: { id: mine },
      body: { phone: '+91 98765 99999' },
    });
    expect(locked.code).toBe('phone-locked');
  });

  test('loses access when the permission is removed', async () => {
    await allow(false);
    await view(mine);
    for (const [name, touch] of touches) expect(await touch(another), name).toMatchObject(notFound);
    expect((await operator.call(operatorsForFilter)).status).toBe(403);
  });
});
