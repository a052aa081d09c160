import { randomUUID } from 'node:crypto';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { listUsers } from '@crm/contracts/users/users.ts';
import { OfferId, PostbackId, UserId } from '@crm/events/ids.ts';
import { postbackCreated } from '@crm/events/postbacks/story.ts';
import { offerStream, postbackStream, tenantStream, userStream } from '@crm/events/streams.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const admin = callerOf('admin', tenant);
const root = callerOf('super_admin', tenant);

const offer = (name: string) =>
  world.say(offerStream(OfferId.parse(randomUUID())), tenant, [
    {
      type: 'OfferCreated',
      data: {
        details: {
          ...{ name, category: 'joint-health', price: 4999, currency: 'INR' },
          ...{ stockQuantity: null, isActive: true },
        },
      },
    },
  ]);
const postback = (name: string) =>
  world.say(postbackStream(PostbackId.parse(randomUUID())), tenant, [
    postbackCreated({ name, url: 'https://tracker.test/lead', description: 'Sends each sale' }),
  ]);
let usersMade = 0;
const user = (fullName: string, phone: string | null = null, of = tenant) => {
  usersMade += 1;
  // Without digits: an id may hold the 100 of '100%'.
  const username = 'x'.repeat(usersMade);
  const details = {
    ...{ username, email: `${username}@demo.test`, fullName, phone, role: 'admin' as const },
    ...{ department: null, notes: null, isActive: true, canSeeLeadsOfAllOperators: false },
  };
  const stream = userStream(UserId.parse(randomUUID()));
  return world.say(stream, of, [{ type: 'UserCreated', data: { details } }]);
};
async function organisation(organizationName: string, adminName = 'Priya Nair', phone = '1234567') {
  const of = newTenant();
  await world.say(tenantStream(of), of, [{ type: 'TenantCreated', data: { organizationName } }]);
  await user(adminName, phone, of);
}

const offers = async (search: string) =>
  (await world.ask(listOffers, admin, { query: { search } })).data.map(({ name }) => name);
const postbacks = async (search: string) =>
  (await world.ask(listPostbacks, admin, { query: { search } })).data.map(({ name }) => name);
const users = async (search: string) =>
  (await world.ask(listUsers, admin, { query: { search } })).data.map(({ fullName }) => fullName);
const organisations = async (search: string) =>
  (await world.ask(listTenants, root, { query: { search } })).data.map((each) => each.organizationName);

const names = ['İlaç 100%', 'ΝΙΚΟΣ', 'Jose\u0301 Nu\u0301n\u0303ez', 'Jean-Luc', 'نیم‌روغن', 'कुमार'];

beforeAll(async () => {
  for (const name of names) for (const make of [offer, postback, user, organisation]) await make(name);
  await user('Asha Rao', '+91 98765-43210');
  await organisation('Demo Sales', 'Ravi Kumar', '98765 43210');
});

describe.each([
  ['offers', offers],
  ['postbacks', postbacks],
  ['users', users],
  ['organisations', organisations],
])('the list of %s', (_, found) => {
  test.each(names)('finds %s by its own name', async (name) => {
    expect(await found(name)).toEqual([name]);
    expect(await found(name.normalize('NFC').toLowerCase())).toEqual([name]);
  });
  test.each([
    ['ilac', 'İlaç 100%'],
    ['νικοσ', 'ΝΙΚΟΣ'],
    ['nunez jose', 'Jose\u0301 Nu\u0301n\u0303ez'],
    ['jean luc', 'Jean-Luc'],
    ['jeanluc', 'Jean-Luc'],
  ])('finds by %s', async (typed, name) => expect(await found(typed)).toEqual([name]));
  test('takes no sign for a wildcard', async () => {
    expect(await found('100%')).toEqual(['İlaç 100%']);
    expect(await found('j_an')).toEqual([]);
    expect(await found('%')).toEqual(['İlaç 100%']);
    expect(await found('_')).toEqual([]);
  });
});

test.each(['9876543210', '98765 43210', '+91 98765 43210', '98765-432', '\u202a+919876543210\u202c'])(
  'users and organisations are found by the phone %s',
  async (phone) => {
    expect(await users(phone)).toEqual(['Asha Rao']);
    expect(await organisations(phone)).toEqual(['Demo Sales']);
  },
);

test('an organisation is found by its admin, and a postback by its description and URL', async () => {
  expect(await organisations('kumar demo')).toEqual(['Demo Sales']);
  expect(await postbacks('jean sale tracker.test/lead')).toEqual(['Jean-Luc']);
});
