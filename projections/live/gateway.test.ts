import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HINT_EVENT, READ_AGAIN_EVENT, SIGNED_OUT_EVENT } from '@crm/contracts/live/event-names.ts';
import { Hint } from '@crm/contracts/live/hint.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { type LeadId, type TenantId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { offerCreated } from '@crm/events/offers/story.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import { openAccess } from '@crm/platform/access/open-access.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { type Broadcast, noBroadcast, openBroadcast } from '@crm/platform/broadcast/broadcast.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { listen } from '@crm/platform/net/listen.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type AnyEvent, newTenant, openWorld } from '../test/world.ts';
import { openGateway } from './gateway.ts';

const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const world = await openWorld(db.url, (pushes) => {
  for (const { gateway } of doors) gateway.publish(pushes);
});
const store = testStore(db.url);
const access = openAccess({
  auth: pools.auth,
  locks: pools.locks,
  readAccount: (id) => readAccount(store, id),
  readTenantState: (id) => readTenantState(store, id),
});
const doors = [await openDoor()];

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  for (const { end } of doors) await end();
  await world.close();
  await store.close();
  await pools.end();
});

async function openDoor(broadcast: Broadcast = noBroadcast) {
  const gateway = openGateway({
    callersOf: access.callersOf,
    accountsShown: world.accountsShown,
    broadcast,
    log,
  });
  const server = createServer();
  const detach = gateway.attach(server);
  const port = await listen(server);
  const close = () => new Promise((closed) => server.close(closed));
  const end = async (spreadMs = 0) => {
    await detach(spreadMs);
    await close();
  };
  return { gateway, url: `http://127.0.0.1:${port}`, detach, close, end };
}

const [tenant, rival] = [newTenant(), newTenant()];

async function user(of: TenantId, role: 'admin' | 'operator', canSeeLeadsOfAllOperators = false) {
  const id = UserId.parse(randomUUID());
  const details = {
    username: id,
    email: `${id}@demo.test`,
    fullName: `An ${role}`,
    ...{ role, phone: null, department: null, notes: null, isActive: true },
    canSeeLeadsOfAllOperators,
  };
  await world.say(`user-${id}`, of, [{ type: 'UserCreated', data: { details } }]);
  await world.caughtUp();
  const token = randomBytes(32).toString('base64url');
  await pools.auth.query(
    `insert into sessions (token_hash, user_id, tenant, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [tokenHash(token), id, of],
  );
  return { id, token, tenant: of, name: details.fullName };
}
const toUser = (id: string, of: TenantId, ...events: AnyEvent[]) => world.say(`user-${id}`, of, events);

/** A browser with a token, and the hints and other events that it received. */
async function browser({ token }: { token: string }, url = doors[0]?.url ?? '', transports = ['websocket']) {
  const socket = io(url, { auth: { token }, transports, reconnection: false });
  sockets.push(socket);
  const hints: Hint[] = [];
  const received = { signedOut: false, closed: false, readAgain: 0 };
  socket.on(HINT_EVENT, (hint) => hints.push(Hint.parse(hint)));
  socket.on(SIGNED_OUT_EVENT, () => {
    received.signedOut = true;
  });
  socket.on(READ_AGAIN_EVENT, () => {
    received.readAgain += 1;
  });
  socket.on('disconnect', () => {
    received.closed = true;
  });
  await new Promise<void>((resolve, reject) =>
    socket.on('connect', resolve).on('connect_error', (error) => {
      if (error.message !== 'unavailable') reject(error);
      else socket.connect(); // on a busy machine; the console too tries again
    }),
  );
  const about = (topic: string) => hints.filter((hint) => hint.topic === topic);
  return { hints, received, about };
}

let orders = 0;
function newLead(of: TenantId): LeadId {
  orders += 1;
  return leadIdOf(of, `ORD-${orders}`);
}
const appendToLead = (id: LeadId, of: TenantId, ...events: AnyEvent[]) => world.say(`lead-${id}`, of, events);
const created: AnyEvent = {
  type: 'LeadCreated',
  data: { orderId: 'ORD', orderedAt: null, details: blankDetails },
};
type Person = { id: string; name: string };
const assigned = ({ id, name }: Person, from: Person | null = null): AnyEvent => ({
  type: 'LeadAssigned',
  data: { operator: { id, name }, from: from && { id: from.id, name: from.name }, reason: null },
});
const idsOf = (hints: readonly Hint[]) => hints.flatMap(({ ids }) => ids);
/** Long enough for an unexpected hint to arrive. */
const quiet = () => sleep(150);

describe('rooms', () => {
  test("a lead's change reaches admins, its operator and users who see all leads, and no other user or tenant", async () => {
    const [admin, operator, other] = [
      await user(tenant, 'admin'),
      await user(tenant, 'operator'),
      await user(tenant, 'operator'),
    ];
    const [trusted, stranger] = [await user(tenant, 'operator', true), await user(rival, 'admin')];
    const [a, o, x, t, s] = [
      await browser(admin),
      await browser(operator, undefined, ['polling']),
      await browser(other),
      await browser(trusted),
      await browser(stranger),
    ];
    const id = newLead(tenant);
    await appendToLead(id, tenant, created, assigned(operator));
    await vi.waitFor(() => expect([a, o, t].map(({ about }) => about('leads').length)).toEqual([1, 1, 1]));
    expect(a.about('leads')[0]?.ids).toEqual([id]);

    const position = await appendToLead(id, tenant, assigned(other, operator));
    await vi.waitFor(() => expect(x.about('leads')).toHaveLength(1));
    await vi.waitFor(() => expect(o.about('leads')).toHaveLength(2)); // the lead was reassigned from this operator
    expect(x.about('leads')[0]?.position).toBe(position);
    await appendToLead(id, tenant, {
      type: 'LeadUnassigned',
      data: { from: { id: other.id, name: '' }, reason: null },
    });
    await vi.waitFor(() => expect(x.about('leads')).toHaveLength(2));
    await quiet();
    expect(o.about('leads')).toHaveLength(2);
    expect(s.hints).toEqual([]);
  });

  test('a status request reaches only the approvals of admins', async () => {
    const [admin, operator] = [await user(tenant, 'admin'), await user(tenant, 'operator')];
    const [a, o] = [await browser(admin), await browser(operator)];
    const id = newLead(tenant);
    const change = { requestId: randomUUID(), from: 'processing', to: 'hold', reason: null, replaces: null };
    const requested = { ...change, by: { id: operator.id, name: '' }, requestedAt: new Date().toISOString() };
    await appendToLead(id, tenant, created, assigned(operator));
    await appendToLead(id, tenant, { type: 'LeadStatusChangeRequested', data: requested });
    await vi.waitFor(() => expect(a.about('approvals')).toMatchObject([{ ids: [id] }]));
    await quiet();
    expect(o.about('approvals')).toEqual([]);
  });

  test('combines many changes of one batch of events into one message', async () => {
    const a = await browser(await user(tenant, 'admin'));
    const ids = Array.from({ length: 200 }, () => newLead(tenant));
    // The projection waits until all are appended: a busy machine appends them during many of its batches.
    await inTransaction(db.everyTenant, async (tx) => {
      await tx.query(`select from checkpoints where name = 'leads' for update`);
      await Promise.all(ids.map((id) => appendToLead(id, tenant, created)));
    });
    const hinted = () => new Set(a.about('leads').flatMap((hint) => hint.ids));
    await vi.waitFor(() => expect(hinted()).toEqual(new Set(ids)));
    expect(a.about('leads').length).toBeLessThan(10);
  });

  test('changes of offers and settings reach all users of the tenant, changes of users only admins', async () => {
    const people = [await user(tenant, 'admin'), await user(tenant, 'operator'), await user(rival, 'admin')];
    const [a, o, s] = await Promise.all(people.map((person) => browser(person)));
    if (!a || !o || !s) throw new Error('three came in');
    await world.say(`offer-${randomUUID()}`, tenant, [offerCreated()]);
    await world.say(`tenant-${tenant}`, tenant, [
      { type: 'TenantCreated', data: { organizationName: 'Demo' } },
    ]);
    const newcomer = await user(tenant, 'operator');
    await vi.waitFor(() => expect(a.about('users')).toMatchObject([{ ids: [newcomer.id] }]));
    await vi.waitFor(() => expect(o.hints.map(({ topic }) => topic).sort()).toEqual(['offers', 'tenant']));
    // Which leads are overdue changes with the setting.
    await world.say(`tenant-${tenant}`, tenant, [
      { type: 'SettingsChanged', data: { changes: { overdueHours: 1 } } },
    ]);
    await vi.waitFor(() => expect(o.about('leads')).toMatchObject([{ ids: [tenant] }]));
    expect(s.hints).toEqual([]);
  });

  test('a user gets more hints after a grant, and fewer after its removal', async () => {
    const operator = await user(tenant, 'operator');
    const [a, o] = [await browser(await user(tenant, 'admin')), await browser(operator)];
    const permitted = (canSeeLeadsOfAllOperators: boolean): AnyEvent => ({
      type: 'UserEdited',
      data: { changes: { canSeeLeadsOfAllOperators } },
    });
    await toUser(operator.id, tenant, permitted(true));
    await vi.waitFor(async () => {
      await appendToLead(newLead(tenant), tenant, created);
      await quiet();
      expect(o.about('leads').length).toBeGreaterThan(0);
    });
    await toUser(operator.id, tenant, permitted(false));
    // Once the gateway has noticed, the operator gets the later hint about an offer and not that about the lead.
    await vi.waitFor(async () => {
      const [lead, offerId] = [newLead(tenant), randomUUID()];
      await appendToLead(lead, tenant, created);
      await vi.waitFor(() => expect(idsOf(a.about('leads'))).toContain(lead));
      await world.say(`offer-${offerId}`, tenant, [offerCreated()]);
      await vi.waitFor(() => expect(idsOf(o.about('offers'))).toContain(offerId));
      expect(idsOf(o.about('leads'))).not.toContain(lead);
    });
  });
});

describe('a connection', () => {
  test.each([
    ['no token', undefined],
    ['a made-up one', 'made-up'],
    ['something else', 42],
  ])('is refused with %s', async (_, token) => {
    const socket = io(doors[0]?.url ?? '', {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
    });
    sockets.push(socket);
    const error = await new Promise<Error>((refused) => socket.on('connect_error', refused));
    expect(error.message).toBe('signed-out');
  });

  test.each([
    ['revoked', 'update sessions set revoked_at = now() where token_hash = $1'],
    ['run out', 'update sessions set expires_at = now() where token_hash = $1'],
  ])('is closed when its session is %s', async (_, sql) => {
    const [leaving, staying] = [await user(tenant, 'admin'), await user(tenant, 'admin')];
    const [gone, here] = [await browser(leaving), await browser(staying)];
    await pools.auth.query(sql, [tokenHash(leaving.token)]);
    await vi.waitFor(() => expect(gone.received).toMatchObject({ signedOut: true, closed: true }));
    expect(here.received).toMatchObject({ signedOut: false, closed: false });
  });

  test.each([
    ['deactivated', { type: 'UserEdited', data: { changes: { isActive: false } } }],
    ['deleted', { type: 'UserDeleted', data: {} }],
  ])('is closed when its user was %s', async (_, event) => {
    const operator = await user(tenant, 'operator');
    const o = await browser(operator);
    await toUser(operator.id, tenant, event);
    await vi.waitFor(() => expect(o.received).toMatchObject({ signedOut: true, closed: true }));
  });

  test.each([
    ['suspended', { type: 'TenantSuspended', data: { reason: 'Fraud' } }, 'signed-out'],
    ['deleted', { type: 'TenantDeleted', data: { reason: null, keptUntil: null } }, 'signed-out'],
    ['blocked', { type: 'TenantBlocked', data: { subscriptionStatus: 'expired' } }, 'tenant-blocked'],
  ])('closes behind the users of a tenant that is %s, and stays closed', async (_, event, reason) => {
    const of = newTenant();
    const created: AnyEvent = { type: 'TenantCreated', data: { organizationName: 'Demo' } };
    await world.say(`tenant-${of}`, of, [created]);
    const people = [await user(of, 'admin'), await user(of, 'operator')] as const;
    const [a, o] = [await browser(people[0]), await browser(people[1])];
    const stranger = await browser(await user(tenant, 'admin'));
    await access.changeTenant(null, of, () => world.say(`tenant-${of}`, of, [event]));
    const received = { signedOut: reason === 'signed-out', closed: true };
    await vi.waitFor(() => expect([a.received, o.received]).toMatchObject([received, received]));
    expect(stranger.received.closed).toBe(false);
    await expect(browser(people[0])).rejects.toThrow(reason);
  });

  test('ignores what a browser sends', async () => {
    const a = await browser(await user(tenant, 'admin'));
    const o = await browser(await user(tenant, 'operator'));
    for (const event of ['join', HINT_EVENT]) sockets.at(-1)?.emit(event, `tenant:${tenant}:admins`);
    await appendToLead(newLead(tenant), tenant, created);
    await vi.waitFor(() => expect(a.about('leads')).toHaveLength(1));
    await quiet();
    expect(o.hints).toEqual([]);
  });
});

test('hints of one gateway reach the sockets of the others, also long ones', async () => {
  const broadcasts = [openBroadcast(db.url, log), openBroadcast(db.url, log)] as const;
  const [near, far] = [await openDoor(broadcasts[0]), await openDoor(broadcasts[1])];
  const admin = await user(tenant, 'admin');
  const a = await browser(admin, far.url);
  const ids = Array.from({ length: 500 }, () => randomUUID());
  // Retries until the second broadcast is connected.
  await vi.waitFor(() => {
    near.gateway.publish([{ room: `tenant:${tenant}:admins`, topic: 'leads', ids, position: world.start }]);
    expect(new Set(a.hints.flatMap((hint) => hint.ids))).toEqual(new Set(ids));
  });
  near.gateway.readAgain();
  await vi.waitFor(() => expect(a.received.readAgain).toBeGreaterThan(0));
  await near.end();
  await far.end();
  for (const each of broadcasts) await each.close();
});

test('closes sockets in portions over a time, so that browsers reconnect by themselves', async () => {
  const door = await openDoor();
  const people = await Promise.all(Array.from({ length: 4 }, () => user(tenant, 'admin')));
  await Promise.all(people.map((person) => browser(person, door.url)));
  const closed: { reason: string; at: number }[] = [];
  for (const socket of sockets)
    socket.on('disconnect', (reason) => closed.push({ reason, at: performance.now() }));
  await door.end(400);
  await vi.waitFor(() => expect(closed).toHaveLength(4));
  // After 'io server disconnect' Socket.IO would not reconnect by itself.
  expect(new Set(closed.map(({ reason }) => reason))).toEqual(new Set(['transport close']));
  const [first, last] = [closed[0]?.at ?? 0, closed[3]?.at ?? 0];
  expect(last - first).toBeGreaterThan(100);
});

test('a process that drains refuses new connections with 503', async () => {
  const door = await openDoor();
  const person = await user(tenant, 'admin');
  const detached = door.detach(1_000);
  expect((await fetch(`${door.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(503);
  await expect(browser(person, door.url)).rejects.toThrow('websocket error');
  await detached;
  await door.close(); // not before the calls above were answered
});
