import { getLeadAt, restoreLeadFields } from '@crm/contracts/leads/history.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { assignLead, createLead, updateLead } from '@crm/contracts/leads/write.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);

/** A lead of the operator that moved from Leeds to York and got another phone: revisions 0 to 2. */
async function movedLead() {
  const { lead } = (
    await admin.ask(createLead, { body: leadForm({ city: 'Leeds', phone: '+91 98200 11111', price: 5 }) })
  ).data;
  const params = { id: lead._id };
  const me = (await admin.ask(listOperators)).data.find(({ email }) => email === product.people.operator);
  await admin.ask(updateLead, { params, body: { city: 'York', phone: '+91 98200 22222', price: 7.5 } });
  await admin.ask(assignLead, { params, body: { operatorId: me?._id ?? '' } });
  return params;
}

test('shows the lead after any event, with the differences to now', async () => {
  const params = await movedLead();
  const { data } = await admin.ask(getLeadAt, { params, query: { revision: 0 } });
  expect(data).toMatchObject({
    revision: 0,
    past: { status: 'processing', operator: null, pendingStatus: null },
    present: { status: 'processing', operator: 'Rohit Verma' },
    presentRevision: 2,
  });
  const different = data.fields.filter(({ differs }) => differs);
  expect(different).toEqual([
    {
      name: 'phone',
      label: 'Phone',
      past: '+91 98200 11111',
      present: '+91 98200 22222',
      differs: true,
      restorable: true,
    },
    { name: 'city', label: 'City', past: 'Leeds', present: 'York', differs: true, restorable: true },
    expect.objectContaining({ name: 'price', past: '5.00', present: '7.50' }),
    expect.objectContaining({ name: 'total', past: '5.00', present: '7.50' }),
  ]);
  const newest = await admin.ask(getLeadAt, { params, query: { revision: 2 } });
  expect(newest.data.fields.some(({ differs }) => differs)).toBe(false);
});

test('restores one field or several with a new event that names the moment', async () => {
  const params = await movedLead();
  await admin.ask(restoreLeadFields, { params, body: { from: 0, fields: ['city'], revision: 2 } });
  const one = (await admin.ask(getLead, { params })).data;
  expect(one.lead).toMatchObject({ city: 'Leeds', phone: '+91 98200 22222', revision: 3 });
  expect(one.timeline[0]).toMatchObject({
    event: 'LeadEdited',
    content: expect.stringMatching(/^Restored as of \d{4}-\d\d-\d\d \d\d:\d\d UTC \(event 0\)$/),
    metadata: { changes: [{ field: 'city', from: 'York', to: 'Leeds' }] },
  });
  const all = { from: 0, fields: ['city', 'phone', 'price', 'total', 'quantity'] as const };
  await admin.ask(restoreLeadFields, { params, body: { ...all, fields: [...all.fields] } });
  expect((await admin.ask(getLead, { params })).data.lead).toMatchObject({
    phone: '+91 98200 11111',
    price: 5,
    total: 5,
    revision: 4,
  });
  const again = { params, body: { from: 0, fields: ['city' as const] } };
  await admin.ask(restoreLeadFields, again);
  expect((await admin.ask(getLead, { params })).data.lead.revision).toBe(4);
});

test('a restoration that is sent twice with one key happens once', async () => {
  const params = await movedLead();
  const send = (fields: ('city' | 'phone')[]) =>
    admin.call(restoreLeadFields, {
      params,
      body: { from: 0, fields },
      headers: { 'idempotency-key': `restore ${params.id}` },
    });
  const answers = [await send(['city']), await send(['city'])];
  expect(answers.map(({ status, headers }) => [status, headers['x-position']])).toEqual(
    Array(2).fill([200, answers[0]?.headers['x-position']]),
  );
  expect((await admin.ask(getLead, { params })).data.lead.revision).toBe(3);
  expect((await send(['phone'])).code).toBe('key-reused');
});

test('follows the rules of an edit', async () => {
  const params = await movedLead();
  const restore = (person: typeof admin, body: object) =>
    person.call(restoreLeadFields, { params, body: { from: 0, fields: ['city'], ...body } });
  expect(await restore(admin, { revision: 1 })).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  expect(await restore(operator, { fields: ['phone'] })).toMatchObject({ status: 403, code: 'phone-locked' });
  expect(await restore(admin, { from: 99 })).toMatchObject({
    status: 400,
    errors: { from: 'The lead has no such moment in its history' },
  });
  expect(await restore(admin, { fields: ['status'] })).toMatchObject({
    status: 400,
    errors: { 'fields.0': 'Must be names of fields of a lead' },
  });
  expect((await restore(rival, {})).status).toBe(404);
  expect((await restore(operator, {})).status).toBe(200);
});

test('an operator sees the past of the leads that the operator may see now, and no others', async () => {
  const params = await movedLead();
  const at = (revision: number) => ({ params, query: { revision } });
  const seen = (await operator.ask(getLeadAt, at(0))).data;
  expect(seen.fields.find(({ name }) => name === 'phone')?.restorable).toBe(false);
  await admin.ask(assignLead, { params, body: { operatorId: null } });
  expect((await operator.call(getLeadAt, at(2))).status).toBe(404);
  expect((await rival.call(getLeadAt, at(0))).status).toBe(404);
  expect((await admin.call(getLeadAt, at(50))).status).toBe(400);
  expect((await admin.ask(listLeads, { query: { limit: 1 } })).data).toHaveLength(1);
});
