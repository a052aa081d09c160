import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '@crm/contracts/tenants/api-keys.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { expect, test } from 'vitest';
import type { Answer, Sending } from './calls.ts';
import { sharedProduct } from './product.ts';

/** API keys of partners, from their creation to the leads that they post. */
const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const offer = (await admin.ask(listOffers)).data[0];
if (!offer) throw new Error('The demo has offers');
const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer._id, quantity: 2 };

const post = (more: Partial<Sending> = {}) =>
  product.send({ method: 'POST', path: '/leads', body: lead, ...more });
const created = ({ status, text }: Answer) => expect(status, text).toBe(201);
const withKey = (key: string) => ({ headers: { 'x-api-key': key } });
const create = async (by: typeof admin, name: string) =>
  (await by.ask(createApiKey, { body: { name } })).data;
const setRequired = (apiKeyRequired: boolean) => admin.ask(changeSettings, { body: { apiKeyRequired } });

test('is not needed unless the organisation requires one; an unknown one is ignored', async () => {
  created(await post(withKey('anything')));
  await setRequired(true);
  const { key } = await create(admin, 'Landing pages');
  for (const more of [{}, withKey('anything')])
    expect(await post(more)).toMatchObject({ status: 401, code: 'api-key-required' });
  created(await post(withKey(key)));
  await setRequired(false);
  created(await post());
});

test('is shown once, and listed with its last use until it is revoked', async () => {
  const { _id, key } = await create(admin, 'Call centre');
  const listed = async () => (await admin.ask(listApiKeys, {})).data.find((each) => each._id === _id);
  expect(await listed()).toMatchObject({ name: 'Call centre', lastUsed: null, revokedAt: null });
  expect(JSON.stringify(await listed())).not.toContain(key);
  created(await post(withKey(key)));
  expect((await listed())?.lastUsed).toEqual(expect.any(String));
  expect(await admin.call(createApiKey, { body: { name: 'Call centre' } })).toMatchObject({
    status: 409,
    errors: { name: 'Another API key has this name' },
  });
  await admin.ask(revokeApiKey, { params: { id: _id } });
  expect((await listed())?.revokedAt).toEqual(expect.any(String));
  expect(await post(withKey(key))).toMatchObject({ status: 401, code: 'api-key-wrong' });
});

test('is of one organisation, and invisible to others', async () => {
  const rival = await product.signIn(product.people.rivalAdmin);
  const { _id, key } = await create(rival, 'Rival');
  expect(await post(withKey(key))).toMatchObject({ status: 401, code: 'api-key-wrong' });
  const names = (await admin.ask(listApiKeys, {})).data.map(({ name }) => name);
  expect(names).not.toContain('Rival');
  expect(await admin.call(revokeApiKey, { params: { id: _id } })).toMatchObject({ status: 404 });
});

test('has Idempotency-Keys of its own', async () => {
  const keys = [await create(admin, 'First partner'), await create(admin, 'Second partner')];
  const first = { 'idempotency-key': '1' };
  const send = ({ key }: { key: string }, fullName: string) =>
    post({ headers: { ...first, 'x-api-key': key }, body: { ...lead, fullName } });
  created(await post({ headers: first }));
  const posted = await Promise.all(keys.map((each, n) => send(each, `Customer ${n}`)));
  posted.forEach(created);
  expect(new Set(posted.map(({ text }) => text)).size).toBe(2);
  for (const [n, each] of keys.entries())
    expect((await send(each, `Customer ${n}`)).text).toBe(posted[n]?.text);
});
