import { randomUUID } from 'node:crypto';
import { createLead } from '@crm/contracts/leads/write.ts';
import { createOffer, deleteOffer, updateOffer } from '@crm/contracts/offers/offers.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import { untilEnded } from './calls.ts';
import { sharedProduct } from './product.ts';
import { leadForm, multipart, operatorForm } from './samples.ts';
import { csv, rowOf } from './uploads.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);

/** What the calls need: an offer and an operator, both new, and leads. */
async function givenOf(leads: number) {
  const body = { name: 'Tea', category: 'other' as const, price: 5 };
  const offer = (await admin.ask(createOffer, { body })).data.offer._id;
  const word = `o-${randomUUID().slice(0, 8)}`;
  const operator = (await admin.ask(createUser, { body: operatorForm(word) })).data.user._id;
  const made: string[] = [];
  // Some at a time: a loaded machine answers 200 at once with 503.
  while (made.length < leads) {
    const some = Array.from({ length: Math.min(25, leads - made.length) }, () =>
      admin.ask(createLead, { body: leadForm() }),
    );
    for (const { data } of await Promise.all(some)) made.push(data.lead._id);
  }
  return { offer, operator, word, leads: made };
}
type Given = Awaited<ReturnType<typeof givenOf>>;

async function selectionsNow() {
  const { rows } = await product.database.everyTenant.query('select count(*)::int as n from selections');
  return rows[0].n;
}

const offerDeleted = ({ offer }: Given) => admin.ask(deleteOffer, { params: { id: offer } });
const offerPaused = ({ offer }: Given) =>
  admin.ask(updateOffer, { params: { id: offer }, body: { isActive: false } });
const operatorOff = ({ operator }: Given) =>
  admin.ask(updateUser, { params: { id: operator }, body: { isActive: false } });

const partnersLead = ({ offer }: Given) => ({
  fullName: 'Asha Rao',
  phone: '+91 98200 11111',
  offer,
  quantity: 1,
});

type Case = {
  call: string;
  /** The admin's by default. */
  token?: null;
  leads?: number;
  body: (given: Given) => object;
  path: (given: Given) => string;
  method?: 'PUT';
  gone: (given: Given) => Promise<unknown>;
  /** The code of the answer to a new call. */
  refusal: string;
};

const cases: Case[] = [
  {
    call: 'a lead of a partner, when the offer is deleted',
    token: null,
    path: () => '/leads',
    body: partnersLead,
    gone: offerDeleted,
    refusal: 'offer-not-found',
  },
  {
    call: 'a lead of a partner, when the offer is paused',
    token: null,
    path: () => '/leads',
    body: partnersLead,
    gone: offerPaused,
    refusal: 'offer-inactive',
  },
  {
    call: 'a creation with an offer',
    path: () => '/leads',
    body: ({ offer }) => leadForm({ offer }),
    gone: offerDeleted,
    refusal: 'offer-not-found',
  },
  {
    call: 'an edit of the offer',
    path: ({ leads: [lead] }) => `/leads/${lead}`,
    method: 'PUT',
    body: ({ offer }) => ({ offer, city: 'Pune' }),
    gone: offerDeleted,
    refusal: 'offer-not-found',
  },
  {
    call: 'an assignment',
    path: ({ leads: [lead] }) => `/leads/${lead}/assign`,
    body: ({ operator: operatorId }) => ({ operatorId }),
    gone: operatorOff,
    refusal: 'operator-not-found',
  },
  {
    call: 'an assignment of some leads',
    leads: 3,
    path: () => '/admin/bulk-assign-leads',
    body: ({ operator: operatorId, leads: leadIds }) => ({ operatorId, leadIds }),
    gone: operatorOff,
    refusal: 'operator-not-found',
  },
  {
    call: 'an assignment of so many leads that it is a batch',
    leads: 201,
    path: () => '/admin/reassign-leads',
    body: ({ operator: toOperatorId, leads: leadIds }) => ({ toOperatorId, leadIds }),
    gone: operatorOff,
    refusal: 'operator-not-found',
  },
];

describe('is answered as the first time when what it needed is gone, and a new one is refused', () => {
  test.each(cases)('$call', async ({ leads = 1, method = 'POST', token = admin.token, ...declared }) => {
    const { path, body, gone, refusal } = declared;
    const given = await givenOf(leads);
    const form = body(given);
    const sendUnder = (key: string, more = {}) => {
      const headers = { 'idempotency-key': key };
      const call = { method, path: path(given), token, headers, body: { ...form, ...more } };
      return untilEnded(() => product.send(call));
    };
    const key = randomUUID();
    const first = await sendUnder(key);
    expect([200, 201], first.text).toContain(first.status);
    await gone(given);
    const before = await product.events();
    const selections = await selectionsNow();
    const again = await sendUnder(key);
    expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
    expect(await sendUnder(key, { reason: 'Another request' })).not.toMatchObject({ success: true });
    expect((await sendUnder(randomUUID())).code).toBe(refusal);
    expect(await product.events()).toBe(before);
    expect(await selectionsNow()).toBe(selections);
  });

  test.each([
    ['the offer is deleted', offerDeleted, 'offer-not-found'],
    ['the offer is paused', offerPaused, 'offer-inactive'],
    ['the operator is deactivated', operatorOff, 'operator-not-found'],
  ])('an upload, when %s', async (_, gone, refusal) => {
    const given = await givenOf(0);
    const { offer, operator: userId, word } = given;
    const fields = { offer: { offerId: offer }, users: [{ userId, value: 1 }] };
    const { payload, headers } = await multipart(fields, { name: 'a.csv', content: csv(rowOf(word)) });
    const path = '/admin/upload-leads';
    const sendUnder = (key: string) => {
      const keyed = { ...headers, 'idempotency-key': key };
      const call = { method: 'POST' as const, path, token: admin.token, payload, headers: keyed };
      return untilEnded(() => product.send(call));
    };
    const key = randomUUID();
    const first = await sendUnder(key);
    expect(first.status, first.text).toBe(201);
    await gone(given);
    const again = await sendUnder(key);
    expect({ status: again.status, data: again.data }).toEqual({ status: 201, data: first.data });
    expect((await sendUnder(randomUUID())).code).toBe(refusal);
  });
});
