import { getLead } from '@crm/contracts/leads/read.ts';
import { createLead, updateLead } from '@crm/contracts/leads/write.ts';
import { createOffer, updateOffer } from '@crm/contracts/offers/offers.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const form = { name: 'Knee balm', category: 'other' as const, price: 5 };
const { _id: offer } = (await admin.ask(createOffer, { body: form })).data.offer;

/** Posts a lead as a partner and returns it as an admin sees it. */
async function received(body: Record<string, unknown>) {
  const answer = await product.send({ method: 'POST', path: '/leads', body });
  expect(answer.status, answer.text).toBe(201);
  const { lead } = z.object({ lead: z.object({ _id: z.string() }) }).parse(answer.data);
  const headers = { 'x-min-position': answer.headers['x-position']?.toString() ?? '' };
  return (await admin.ask(getLead, { params: { id: lead._id }, headers })).data.lead;
}

test('a partner may send numbers where the contract has text, and names of values in other letters', async () => {
  const body = { fullName: 'Asha Rao', offer, quantity: '2', phone: 919820011111, postIndex: 560001 };
  const spelled = { price: '499', paymentMode: 'COD', currency: 'inr' };
  const made = await received({ ...body, ...spelled, orderId: 70_001, sub1: 7, clickId: 12 });
  expect(made).toMatchObject({
    orderId: '70001',
    phone: '919820011111',
    postIndex: '560001',
    sub1: '7',
    paymentMode: 'cod',
    price: 499,
    currency: 'INR',
    quantity: 2,
    extra: { clickId: '12' },
  });
});

test("the currency of a partner does not change the currency of the offer's price", async () => {
  const body = { fullName: 'Asha Rao', offer, quantity: 2, phone: '+91 98200 11111', currency: 'INR' };
  expect(await received(body)).toMatchObject({
    price: 5,
    total: 10,
    currency: 'USD',
    extra: { currency: 'INR' },
  });
  expect(await received({ ...body, total: 800 })).toMatchObject({
    price: 400,
    total: 800,
    currency: 'INR',
    extra: {},
  });
});

test('an admin creates no lead of an offer that is turned off; a repeated call has its first answer', async () => {
  const call = (key: string) =>
    admin.call(createLead, { body: leadForm({ offer }), headers: { 'idempotency-key': key } });
  const first = await call('before it was turned off');
  expect(first).toMatchObject({ status: 201, success: true });
  await admin.ask(updateOffer, { params: { id: offer }, body: { isActive: false } });
  expect(await call('after it')).toMatchObject({
    status: 422,
    code: 'offer-inactive',
    errors: { offer: 'This offer is not active' },
  });
  expect(await call('before it was turned off')).toMatchObject({ success: true, data: first.data });
});

test('a lead keeps an offer that is turned off, and gets none by an edit', async () => {
  const isActive = { isActive: true };
  const off = (await admin.ask(createOffer, { body: { ...form, ...isActive, name: 'Foot balm' } })).data.offer
    ._id;
  const own = (await admin.ask(createLead, { body: leadForm({ offer: off }) })).data.lead._id;
  const other = (await admin.ask(createLead, { body: leadForm() })).data.lead._id;
  await admin.ask(updateOffer, { params: { id: off }, body: { isActive: false } });
  const edit = (id: string) =>
    admin.call(updateLead, { params: { id }, body: { offer: off, fullName: 'Bo Lin' } });
  expect(await edit(other)).toMatchObject({
    status: 422,
    code: 'offer-inactive',
    errors: { offer: 'This offer is not active' },
  });
  expect(await edit(own)).toMatchObject({ status: 200, success: true });
});
