import { randomUUID } from 'node:crypto';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createApiKey, revokeApiKey } from '@crm/contracts/tenants/api-keys.ts';
import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Sending } from './calls.ts';
import { startProduct } from './product.ts';
import { leadForm } from './samples.ts';

/** A limit of two leads per second and network. */
const product = await startProduct({ INGEST_LIMIT: '2', TRUST_PROXY: '192.0.2.0/24' });
const admin = await product.signIn('admin@demo.test');
const offer = (await admin.ask(listOffers)).data[0];
if (!offer) throw new Error('The demo has offers');
const pgQuery = Pool.prototype.query;
const StreamRead = z.object({ name: z.literal('read stream'), values: z.tuple([z.string()], z.unknown()) });
const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer._id, quantity: 2 };

test('a network may send a burst of twenty, then gets retry-after; other networks and admins are not limited', async () => {
  const send = (ip: string, more: Partial<Sending> = {}) =>
    product.send({ method: 'POST', path: '/leads', body: lead, ip, ...more });
  for (let n = 0; n < 3; n += 1) expect((await send('198.51.100.1', { body: {} })).status).toBe(400);
  const began = performance.now();
  // More at once may be refused as overload (platform/http/overload.ts).
  const burst = await Promise.all(Array.from({ length: 100 }, () => send('198.51.100.1')));
  const seconds = (performance.now() - began) / 1000;
  const passed = burst.filter(({ status }) => status === 201);
  const held = burst.filter(({ status }) => status === 429);
  expect(passed.length).toBeGreaterThanOrEqual(20);
  expect(passed.length).toBeLessThanOrEqual(20 + 2 * seconds + 1);
  expect(passed.length + held.length).toBe(100);
  // A slow call on a busy machine may leave time for another one to be admitted, so many are sent at once.
  const isHeld = async (ip: string, more: Partial<Sending> = {}) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(ip, more)));
    return answers.some(({ status }) => status === 429);
  };
  for (const { headers, code, message } of held) {
    expect([code, message]).toEqual(['rate-limited', 'Too many requests. Please try again later.']);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(headers['access-control-allow-origin']).toBe('*');
  }
  expect((await send('198.51.100.2')).status).toBe(201);
  // Without a configured proxy, the header is not trusted.
  expect(await isHeld('198.51.100.1', { headers: { 'x-forwarded-for': '198.51.100.3' } })).toBe(true);
  // A configured proxy is trusted for the address that it adds, not for addresses that it received.
  const through = (forwardedFor: string) => ({ headers: { 'x-forwarded-for': forwardedFor } });
  expect(await isHeld('192.0.2.9', through('198.51.100.1'))).toBe(true);
  expect(await isHeld('192.0.2.9', through('203.0.113.50, 198.51.100.1'))).toBe(true);
  expect((await send('192.0.2.9', through('198.51.100.4'))).status).toBe(201);
  // Leads without a key refuse none with a valid one, also when this process sees it first.
  const { key } = (await admin.ask(createApiKey, { body: { name: 'Landing pages' } })).data;
  expect(await isHeld('198.51.100.1')).toBe(true);
  expect((await send('198.51.100.1', { headers: { 'x-api-key': key } })).status).toBe(201);
  const byHand = await send('198.51.100.1', { body: leadForm(), token: admin.token });
  expect(byHand.status, byHand.text).toBe(201);
});

test('a flood of wrong keys of one network costs no lookups beyond the limit', async () => {
  const lookups: string[] = [];
  vi.spyOn(Pool.prototype, 'query').mockImplementation(function (this: Pool, ...args: unknown[]) {
    const [first] = args;
    if (typeof first === 'object' && first !== null && 'name' in first) lookups.push(String(first.name));
    return Reflect.apply(pgQuery, this, args);
  });
  const began = performance.now();
  const send = (n: number) =>
    product.send({
      method: 'POST',
      path: '/leads',
      body: lead,
      ip: '198.51.100.21',
      headers: { 'x-api-key': `wrong ${n}` },
    });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)));
  const most = 20 + (2 * (performance.now() - began)) / 1000 + 1;
  const passed = answers.filter(({ status }) => status === 201).length;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
  expect(passed).toBeGreaterThanOrEqual(20);
  const looked = lookups.filter((name) => name === 'find-api-key').length;
  // Unknown keys and leads have limits of their own, which refill at different moments: a lead may be refused after its lookup.
  expect(looked).toBeGreaterThanOrEqual(passed);
  expect(looked).toBeLessThanOrEqual(most);
});

test('a flood of unknown offers under a valid key reads no streams beyond the limit, and refuses no lead of an offer', async () => {
  const read: string[] = [];
  vi.spyOn(Pool.prototype, 'query').mockImplementation(function (this: Pool, ...args: unknown[]) {
    const found = StreamRead.safeParse(args[0]);
    if (found.success) read.push(found.data.values[0]);
    return Reflect.apply(pgQuery, this, args);
  });
  const { key } = (await admin.ask(createApiKey, { body: { name: 'Landing pages of a flood' } })).data;
  const send = (id: string) =>
    product.send({
      method: 'POST',
      path: '/leads',
      body: { ...lead, offer: id },
      ip: '198.51.100.31',
      headers: { 'x-api-key': key, 'idempotency-key': randomUUID() },
    });
  expect((await send(offer._id)).status).toBe(201);
  const began = performance.now();
  const invented = Array.from({ length: 60 }, () => randomUUID());
  const answers = await Promise.all(invented.map(send));
  const most = 20 + (2 * (performance.now() - began)) / 1000 + 1;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  const streams = new Set(read);
  expect(invented.filter((id) => streams.has(`offer-${id}`)).length).toBeLessThanOrEqual(most);
  expect((await send(offer._id)).status).toBe(201);
});

test('a key that was revoked, or is of another organisation than the offer, lifts no limit', async () => {
  const rival = await product.signIn('admin@rival.test');
  const create = async (by: typeof admin) =>
    (await by.ask(createApiKey, { body: { name: 'Landing pages of an agency' } })).data;
  const revoked = await create(admin);
  await admin.ask(revokeApiKey, { params: { id: revoked._id } });
  const foreign = await create(rival);
  const unknown = '7d0f5a10-0000-4000-8000-000000000000';
  for (const [ip, key, offerId, refused] of [
    ['198.51.100.11', revoked.key, offer._id, 401],
    ['198.51.100.12', foreign.key, offer._id, 401],
    ['198.51.100.13', foreign.key, unknown, 404],
  ] as const) {
    const sending = { method: 'POST', path: '/leads', body: { ...lead, offer: offerId }, ip };
    const send = () => product.send({ ...sending, headers: { 'x-api-key': key } });
    const answers = await Promise.all(Array.from({ length: 60 }, send));
    expect(new Set(answers.map(({ status }) => status)), ip).toEqual(new Set([refused, 429]));
  }
});
