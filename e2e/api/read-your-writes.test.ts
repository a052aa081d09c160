import { setTimeout as sleep } from 'node:timers/promises';
import { me } from '@crm/contracts/auth/auth.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { addComment, assignLead, createLead, deleteLead, updateLead } from '@crm/contracts/leads/write.ts';
import { createOffer, deleteOffer, getOffer, listOffers, updateOffer } from '@crm/contracts/offers/offers.ts';
import { renameOrganization } from '@crm/contracts/tenants/settings.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listOperators,
  listUsers,
  updateUser,
} from '@crm/contracts/users/users.ts';
import { expect, test } from 'vitest';
import type { Good } from './calls.ts';
import { sharedProduct } from './product.ts';
import { leadForm, operatorForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operators = (await admin.ask(listOperators)).data.map(({ _id }) => _id);

/** A deterministic random number below n (an LCG; its high bits are random enough to choose a command). */
let state = 20_261_120;
function below(n: number): number {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return Math.floor((state / 4_294_967_296) * n);
}

/** Reads at the position of a command. */
async function after<E extends Endpoint>(command: Good<Endpoint>, read: E, input: object): Promise<Good<E>> {
  const position = command.position ?? '';
  expect(position).not.toBe('');
  return admin.ask(read, { ...input, headers: { 'x-min-position': position } });
}

/** Applies random steps to one lead and reads each back at once, on its page and in the list. */
async function aLife(steps: number) {
  const made = await admin.ask(createLead, { body: leadForm() });
  const { _id: id, orderId } = made.data.lead;
  const params = { id };
  const listed = { query: { orderIds: [orderId] } };
  expect((await after(made, listLeads, listed)).pagination?.total).toBe(1);
  for (let step = 0; step < steps; step += 1) {
    const word = `word ${below(1e9)}`;
    switch (below(5)) {
      case 0: {
        const done = await admin.ask(updateLead, { params, body: { city: word } });
        expect((await after(done, getLead, { params })).data.lead.city).toBe(word);
        break;
      }
      case 1: {
        const done = await admin.ask(addComment, { params, body: { content: word } });
        expect((await after(done, listLeads, listed)).data[0]?.comments[0]?.content).toBe(word);
        break;
      }
      case 2: {
        const { assignedOperator } = (await admin.ask(getLead, { params })).data.lead;
        const operatorId = operators.find((each) => each !== assignedOperator?._id) ?? null;
        const done = await admin.ask(assignLead, { params, body: { operatorId } });
        expect((await after(done, listLeads, listed)).data[0]?.assignedOperator?._id).toBe(operatorId);
        break;
      }
      case 3: {
        const { status } = (await admin.ask(getLead, { params })).data.lead;
        const newStatus = status === 'hold' ? 'approved' : 'hold';
        const done = await admin.ask(bulkUpdateStatus, { body: { leadIds: [id], newStatus } });
        expect(
          (await after(done, listLeads, { query: { ...listed.query, status: newStatus } })).pagination?.total,
        ).toBe(1);
        break;
      }
      default: {
        const done = await admin.ask(updateLead, {
          params,
          body: { quantity: 1 + below(1000), remarks: word },
        });
        const { lead } = (await after(done, getLead, { params })).data;
        expect([lead.remarks, lead.total]).toEqual([
          word,
          Math.round(lead.price * lead.quantity * 100) / 100,
        ]);
      }
    }
  }
  const gone = await admin.ask(deleteLead, { params });
  expect((await after(gone, listLeads, listed)).pagination?.total).toBe(0);
  expect(
    (await admin.call(getLead, { params, headers: { 'x-min-position': gone.position ?? '' } })).status,
  ).toBe(404);
}

/** Holds every read model where it is, until `release`. */
async function holdReadModels() {
  const client = await product.database.everyTenant.connect();
  await client.query('begin; lock table checkpoints in exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('a session reads its own write without any header, from any client', async () => {
  const { token } = await product.signIn(product.people.admin);
  const release = await holdReadModels();
  const made = await product.send({ method: 'POST', path: '/leads', token, body: leadForm() });
  const { lead } = createLead.data.parse(made.data);
  const read = () => product.send({ method: 'GET', path: `/leads/${lead._id}`, token });
  const reading = read();
  await Promise.race([reading, sleep(300)]); // time for a wrong answer; a right one needs the release
  await release();
  let answer = await reading;
  // A busy machine may need longer than a read waits; the answer then says that it is stale.
  while (answer.headers['x-stale'] === 'true') answer = await read();
  expect(answer.status).toBe(200);
});

test('two hundred commands on leads, four leads at a time, are each visible in the next read', async () => {
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 4 }, () => aLife(8)));
});

test('reads of offers, users and settings contain the preceding write', async () => {
  for (let n = 0; n < 10; n += 1) {
    const offer = await admin.ask(createOffer, { body: { name: `Offer ${n}`, category: 'other', price: n } });
    const { _id: offerId } = offer.data.offer;
    expect((await after(offer, listOffers, { query: { search: `Offer ${n}` } })).data[0]?._id).toBe(offerId);
    const dearer = await admin.ask(updateOffer, { params: { id: offerId }, body: { price: n + 0.5 } });
    expect((await after(dearer, getOffer, { params: { id: offerId } })).data.offer.price).toBe(n + 0.5);
    const noOffer = await admin.ask(deleteOffer, { params: { id: offerId } });
    expect((await after(noOffer, listOffers, { query: { search: `Offer ${n}` } })).pagination?.total).toBe(0);

    const user = await admin.ask(createUser, { body: operatorForm(`quick${n}`) });
    const { _id: userId } = user.data.user;
    expect((await after(user, listOperators, {})).data.map(({ _id }) => _id)).toContain(userId);
    const off = await admin.ask(updateUser, { params: { id: userId }, body: { isActive: false } });
    expect((await after(off, getUser, { params: { id: userId } })).data.user.isActive).toBe(false);
    const noUser = await admin.ask(deleteUser, { params: { id: userId } });
    expect((await after(noUser, listUsers, { query: { search: `quick${n}` } })).pagination?.total).toBe(0);

    const renamed = await admin.ask(renameOrganization, { body: { organizationName: `Name ${n}` } });
    expect((await after(renamed, me, {})).data.user.crmSettings.organizationName).toBe(`Name ${n}`);
  }
});
