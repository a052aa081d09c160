import { approveStatus, listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { checkDuplicate, getLead, listLeads } from '@crm/contracts/leads/read.ts';
import {
  addComment,
  assignLead,
  createLead,
  deleteLead,
  requestStatusChange,
  updateLead,
} from '@crm/contracts/leads/write.ts';
import { createOffer, deleteOffer, getOffer, listOffers, offerStats } from '@crm/contracts/offers/offers.ts';
import { createUser, deleteUser, getUser, listUsers, userStats } from '@crm/contracts/users/users.ts';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import { leadStream, offerStream, userStream } from '@crm/events/streams.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { leadForm, operatorForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const store = testStore(product.database.url);
const historyOf = async (stream: string) => (await store.readStream(stream)).map(({ type }) => type);

test('a deleted lead disappears from lists and counts at once, but keeps its history and its order id', async () => {
  const offer = (await admin.ask(createOffer, { body: { name: 'Counted', category: 'other', price: 5 } }))
    .data.offer._id;
  const phone = '+91 98111 22233';
  const form = leadForm({ phone, offer, orderId: 'GONE-1' });
  const { _id: id } = (await admin.ask(createLead, { body: form })).data.lead;
  const params = { id };
  await admin.ask(assignLead, { params, body: { operatorId: operator.id } });
  await operator.ask(requestStatusChange, { params, body: { status: 'approved', comment: 'Ordered' } });

  const counts = async () => ({
    all: (await admin.ask(listLeads)).pagination?.total,
    theirs: (await operator.ask(listLeads)).pagination?.total,
    found: (await admin.ask(listLeads, { query: { search: phone } })).pagination?.total,
    byOrder: (await admin.ask(listLeads, { query: { orderIds: ['GONE-1'] } })).pagination?.total,
    twins: (await admin.ask(checkDuplicate, { body: { phone } })).data.leads.length,
    waiting: (await admin.ask(listApprovals)).pagination?.total,
    ofOffer: (await admin.ask(offerStats, { params: { id: offer } })).data.totalLeads,
    ofOfferInList: (await admin.ask(getOffer, { params: { id: offer } })).data.offer.stats.totalLeads,
    ofOperator: (await admin.ask(userStats, { params: { id: operator.id } })).data.assignedLeads,
    ofOperatorInList: (await admin.ask(getUser, { params: { id: operator.id } })).data.user
      .assignedLeadsCount,
  });
  const before = await counts();
  await admin.ask(deleteLead, { params });
  const less = Object.fromEntries(Object.entries(before).map(([name, n]) => [name, (n ?? Number.NaN) - 1]));
  expect(await counts()).toEqual(less);

  const events = await product.events();
  const answers = [
    await admin.call(getLead, { params }),
    await admin.call(updateLead, { params, body: { city: 'Leeds' } }),
    await admin.call(addComment, { params, body: { content: 'Called' } }),
    await admin.call(approveStatus, { params, body: {} }),
    await operator.call(getLead, { params }),
    await admin.call(deleteLead, { params }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'lead-not-found' });
  const again = await admin.call(createLead, { body: { ...form, fullName: 'Somebody Else' } });
  expect(again).toMatchObject({ status: 409, errors: { orderId: 'Order ID already exists' } });
  expect(await product.events()).toBe(events);
  expect(await historyOf(leadStream(LeadId.parse(id)))).toEqual([
    'LeadCreated',
    'LeadAssigned',
    'LeadStatusChangeRequested',
    'LeadCommented',
    'LeadDeleted',
  ]);
});

test('a deleted offer disappears from lists, and its leads keep its name', async () => {
  const { _id: offer } = (
    await admin.ask(createOffer, { body: { name: 'Withdrawn', category: 'other', price: 5 } })
  ).data.offer;
  const { _id: lead } = (await admin.ask(createLead, { body: leadForm({ offer, productName: 'Withdrawn' }) }))
    .data.lead;
  await admin.ask(deleteOffer, { params: { id: offer } });
  expect((await admin.ask(listOffers, { query: { search: 'Withdrawn' } })).pagination?.total).toBe(0);
  expect((await admin.call(getOffer, { params: { id: offer } })).status).toBe(404);
  expect((await admin.call(deleteOffer, { params: { id: offer } })).status).toBe(404);
  const { lead: kept } = (await admin.ask(getLead, { params: { id: lead } })).data;
  expect(kept).toMatchObject({ productName: 'Withdrawn', price: 24.99 });
  expect(await historyOf(offerStream(OfferId.parse(offer)))).toEqual(['OfferCreated', 'OfferDeleted']);
});

test('a deleted user disappears from lists, and their leads and comments remain', async () => {
  const form = operatorForm('departing');
  const { _id: id } = (await admin.ask(createUser, { body: form })).data.user;
  await admin.ask(getUser, { params: { id } });
  const person = await product.signIn(form.email, form.password);
  const { _id: lead } = (await admin.ask(createLead, { body: leadForm() })).data.lead;
  await admin.ask(assignLead, { params: { id: lead }, body: { operatorId: id } });
  await person.ask(addComment, { params: { id: lead }, body: { content: 'My last call' } });
  await admin.ask(deleteUser, { params: { id } });
  expect((await admin.ask(listUsers, { query: { search: 'departing' } })).pagination?.total).toBe(0);
  const { lead: kept, comments } = (await admin.ask(getLead, { params: { id: lead } })).data;
  expect(kept.assignedOperator?.fullName).toBe(form.fullName);
  expect(comments[0]).toMatchObject({ content: 'My last call', author: { fullName: form.fullName } });
  expect(await historyOf(userStream(UserId.parse(id)))).toEqual(['UserCreated', 'UserDeleted']);
  const self = await admin.call(deleteUser, { params: { id: admin.id } });
  expect(self).toMatchObject({ status: 400, message: 'You cannot delete yourself' });
});
