import { listLeads } from '@crm/contracts/leads/read.ts';
import { addOperatorComment, assignLead, requestStatusChange } from '@crm/contracts/leads/write.ts';
import { updateUser } from '@crm/contracts/users/users.ts';
import { listActivity, listUserActivity } from '@crm/contracts/work/work.ts';
import { expect, test } from 'vitest';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';

/** The actions of an operator: read by the operator and by admins. */
const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const first = await product.signIn(product.people.operator);
const second = await product.signIn(product.people.operator2);

/** A processing lead without a request, assigned to the second operator. */
async function leadOfSecond() {
  const { data } = await admin.ask(listLeads, { query: { status: 'processing' } });
  const lead = data.find(({ pendingStatusChange }) => pendingStatusChange === null);
  if (!lead) throw new Error('The demo has such leads');
  await admin.ask(assignLead, { params: { id: lead._id }, body: { operatorId: second.id } });
  return lead._id;
}

const id = await leadOfSecond();
const params = { id };
const activityOf = async (by: Person) => (await by.ask(listActivity, { query: { limit: 2 } })).data;
const ofUser = { params: { id: second.id }, query: { limit: 2 } };

test("shows an operator's own actions to the operator and to admins", async () => {
  await second.ask(addOperatorComment, { params, body: { content: 'Connected - Call Back' } });
  const body = { status: 'approved' as const, comment: 'She said yes' };
  await second.ask(requestStatusChange, { params, body });
  const { data, pagination } = await second.ask(listActivity, { query: { limit: 2 } });
  expect(data).toMatchObject([
    { type: 'comment', content: 'She said yes', lead: { _id: id } },
    { type: 'status-request', content: 'approved', lead: { _id: id } },
  ]);
  expect(pagination?.total).toBeGreaterThan(2);
  expect((await activityOf(first)).map(({ content }) => content)).not.toContain('She said yes');
  expect((await admin.ask(listUserActivity, ofUser)).data).toEqual(data);
  expect(await first.call(listUserActivity, ofUser)).toMatchObject({ status: 403 });
});

test('no longer shows an operator a lead that was assigned to another one', async () => {
  await admin.ask(assignLead, { params, body: { operatorId: first.id } });
  expect(await activityOf(second)).toMatchObject([
    { type: 'comment', content: 'She said yes', lead: null },
    { type: 'status-request', content: 'approved', lead: null },
  ]);
  expect((await admin.ask(listUserActivity, ofUser)).data).toMatchObject([
    { lead: { _id: id } },
    { lead: { _id: id } },
  ]);
  await admin.ask(updateUser, {
    params: { id: second.id },
    body: { permissions: { canSeeLeadsOfAllOperators: true } },
  });
  expect(await activityOf(second)).toMatchObject([{ lead: { _id: id } }, { lead: { _id: id } }]);
});
