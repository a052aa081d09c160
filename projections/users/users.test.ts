import { randomUUID } from 'node:crypto';
import { listAuditChoices } from '@crm/contracts/audit/audit.ts';
import { me, operatorsForFilter } from '@crm/contracts/auth/auth.ts';
import { getUser, listOperators, listUsers, userStats } from '@crm/contracts/users/users.ts';
import { type TenantId, UserId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { SessionEvent } from '@crm/events/sessions/events.ts';
import { sessionStream, tenantStream, userStream } from '@crm/events/streams.ts';
import type { TenantEvent } from '@crm/events/tenants/events.ts';
import { plainDefaults } from '@crm/events/tenants/settings.ts';
import { type UserDetails, type UserEvent, userEvents } from '@crm/events/users/events.ts';
import everyEvent from '@crm/events/users/version-1.json' with { type: 'json' };
import { readAccount } from '@crm/platform/access/account.ts';
import { type DirectoryRow, foldUser as foldDirectory } from '@crm/platform/access/user-directory.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recorded } from '../test/recorded.ts';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import { foldUser, type UserRow } from './table.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();

const details = (more: Partial<UserDetails> = {}): UserDetails => ({
  username: 'asha',
  email: 'Asha@Demo.test',
  fullName: 'Asha Rao',
  phone: '+91 98765 43210',
  role: 'operator',
  department: null,
  notes: null,
  isActive: true,
  canSeeLeadsOfAllOperators: false,
  ...more,
});

const toUser = (id: UserId, of: TenantId, ...events: UserEvent[]) => world.say(userStream(id), of, events);
const toSession = (of: TenantId, event: SessionEvent) => world.say(sessionStream(randomUUID()), of, [event]);
const toTenant = (of: TenantId, ...events: TenantEvent[]) => world.say(tenantStream(of), of, events);

async function addUser(of: TenantId, more: Partial<UserDetails> = {}) {
  const id = UserId.parse(randomUUID());
  await toUser(id, of, { type: 'UserCreated', data: { details: details(more) } });
  return id;
}

test('me: returns the current user with the settings of the tenant', async () => {
  await toTenant(tenant, { type: 'TenantCreated', data: { organizationName: 'Demo Sales' } });
  const id = await addUser(tenant);
  const caller = { ...callerOf('operator', tenant), id };
  expect((await world.ask(me, caller, {})).data.user).toMatchObject({
    _id: id,
    email: 'Asha@Demo.test',
    lastLogin: null,
    crmSettings: { theme: '#6366f1', autoLeadStatusApprove: false, organizationName: 'Demo Sales' },
  });

  await toSession(tenant, { type: 'SignedIn', data: { userId: id } });
  await toUser(id, tenant, { type: 'UserEdited', data: { changes: { fullName: 'Asha R. Rao' } } });
  await toTenant(
    tenant,
    { type: 'ThemeColorChanged', data: { colorHash: '#0ea5e9' } },
    { type: 'AutoLeadStatusApproveSet', data: { autoLeadStatusApprove: true } },
  );
  const { user } = (await world.ask(me, caller, {})).data;
  expect(user).toMatchObject({
    fullName: 'Asha R. Rao',
    phone: '+91 98765 43210',
    crmSettings: { theme: '#0ea5e9', autoLeadStatusApprove: true, organizationName: 'Demo Sales' },
  });
  expect(user.lastLogin).not.toBeNull();
});

test('me: the super admin has no tenant and gets default settings', async () => {
  const root = callerOf('super_admin', tenant);
  await toUser(root.id, root.tenant, {
    type: 'UserCreated',
    data: { details: details({ role: 'super_admin', email: 'super@demo.test', username: 'super' }) },
  });
  const { user } = (await world.ask(me, root, {})).data;
  expect(user.role).toBe('super_admin');
  expect(user.crmSettings).toEqual({
    theme: '#6366f1',
    autoLeadStatusApprove: false,
    organizationName: '',
    telegramGroupLink: null,
    ...plainDefaults,
  });
});

test('me: refuses a deleted user with signed-out', async () => {
  const id = await addUser(tenant);
  await toUser(id, tenant, { type: 'UserDeleted', data: {} });
  expect(await world.refusal(me, { ...callerOf('operator', tenant), id }, {})).toBe('signed-out');
});

test('foldUser applies every event of a user', () => {
  const id = randomUUID();
  const created: UserEvent = { type: 'UserCreated', data: { details: details() } };
  const after = (...events: (UserEvent | Extract<SessionEvent, { type: 'SignedIn' }>)[]) =>
    recorded(`user-${id}`, events).reduce<UserRow | null>(foldUser, null);
  const edited: UserEvent = {
    type: 'UserEdited',
    data: { changes: { email: 'New@X.test', isActive: false } },
  };
  const signedIn = { type: 'SignedIn' as const, data: { userId: UserId.parse(id) } };
  expect(after(created, edited)).toMatchObject({
    id,
    email: 'New@X.test',
    full_name: 'Asha Rao',
    is_active: false,
    last_login: null,
    updated_at: new Date('2025-01-01T09:01:00.000Z'),
  });
  expect(after(created, signedIn, signedIn)).toMatchObject({
    login_sessions: 2,
    last_login: new Date('2025-01-01T09:02:00.000Z'),
    updated_at: new Date('2025-01-01T09:00:00.000Z'),
  });
  expect(after(created, { type: 'UserDeleted', data: {} })).toBeNull();
  expect(after(signedIn)).toBeNull();
});

test.each(everyEvent)(
  '$type changes the same time in the stream, the directory and the list',
  async (stored) => {
    const id = UserId.parse(randomUUID());
    const decoded = decode(userEvents, stored);
    if (decoded.kind !== 'event') throw new Error(stored.type);
    const events = [{ type: 'UserCreated' as const, data: { details: details() } }, decoded.event];
    const stream = recorded(userStream(id), events).map((event) => ({
      ...event,
      version: userEvents[event.type].version,
    }));

    const account = await readAccount({ readStream: async () => stream }, id);
    const entry = stream.reduce<DirectoryRow | null>((row, event) => foldDirectory(row, event, event), null);
    expect(entry?.changed_at).toEqual(account?.changedAt);
    expect(stream.reduce<UserRow | null>(foldUser, null)?.updated_at).toEqual(account?.changedAt);
  },
);

describe('the users of a tenant', () => {
  const crowd = newTenant();
  const admin = callerOf('admin', crowd);
  let asha: UserId;
  let omar: UserId;

  beforeAll(async () => {
    asha = await addUser(crowd);
    omar = await addUser(crowd, {
      username: 'omar_h',
      email: 'omar@demo.test',
      fullName: 'عمر حداد',
      isActive: false,
    });
    await addUser(crowd, {
      username: 'boss',
      email: 'boss@demo.test',
      fullName: 'Boss',
      phone: null,
      role: 'admin',
    });
    await addUser(tenant, { username: 'elsewhere', email: 'else@rival.test', fullName: 'Else Where' });
    await toSession(crowd, { type: 'SignedIn', data: { userId: asha } });
    for (const status of ['approved', 'hold', null] as const) await addLead(asha, status);
  });

  async function addLead(operatorId: UserId, status: 'approved' | 'hold' | null) {
    const events: LeadEvent[] = [
      { type: 'LeadCreated', data: { orderId: randomUUID(), orderedAt: null, details: blankDetails } },
      { type: 'LeadAssigned', data: { operator: { id: operatorId, name: '' }, from: null, reason: null } },
    ];
    if (status)
      events.push({ type: 'LeadStatusChanged', data: { from: 'processing', to: status, reason: null } });
    await world.say(`lead-${randomUUID()}`, crowd, events);
  }

  test.each([
    ['newest first', {}, ['boss', 'omar_h', 'asha']],
    ['by name', { search: 'ASHA' }, ['asha']],
    ['by a name in another script', { search: 'حداد' }, ['omar_h']],
    ['by username', { search: 'r_h' }, ['omar_h']],
    ['by email', { search: 'boss@' }, ['boss']],
    ['by role', { role: 'admin' }, ['boss']],
    ['the active', { isActive: true }, ['boss', 'asha']],
    ['together', { role: 'operator', isActive: false }, ['omar_h']],
    ['page by page', { limit: 2, page: 2 }, ['asha']],
    ['no user of another tenant', { search: 'else' }, []],
  ] as const)('%s', async (_, query, names) => {
    const { data } = await world.ask(listUsers, admin, { query });
    expect(data.map(({ username }) => username)).toEqual(names);
  });

  test('are returned one by one with their figures', async () => {
    const { user } = (await world.ask(getUser, admin, { params: { id: asha } })).data;
    expect(user).toMatchObject({ _id: asha, fullName: 'Asha Rao', assignedLeadsCount: 3 });
    const { data } = await world.ask(userStats, admin, { params: { id: asha } });
    expect(data).toEqual({
      assignedLeads: 3,
      totalLeadsProcessed: 2,
      approvedLeads: 1,
      approvalRate: 50,
      loginSessions: 1,
      lastLogin: user.lastLogin,
    });
    const idle = await world.ask(userStats, admin, { params: { id: omar } });
    expect(idle.data).toMatchObject({ assignedLeads: 0, approvalRate: 0, lastLogin: null });
  });

  test('active operators are listed for assignment, all operators for filters', async () => {
    const assignable = await world.ask(listOperators, admin, {});
    expect(assignable.data).toEqual([
      { _id: asha, fullName: 'Asha Rao', username: 'asha', email: 'Asha@Demo.test' },
    ]);
    const trusted = callerOf('operator', crowd, { seesAllLeads: true });
    const { data } = await world.ask(operatorsForFilter, trusted, {});
    expect(data.map(({ _id }) => _id).sort()).toEqual([asha, omar].sort());
  });

  test('are listed as a dictionary sorts their names: no capital, accent or script is a group of its own', async () => {
    const many = newTenant();
    const sorted = ['anna', 'Ärzte', 'Émile', 'Łukasz', 'Öz', 'Zoe', 'Анна', 'Ёлка', 'Яна'];
    for (const fullName of sorted.toReversed()) await addUser(many, { fullName });
    const caller = callerOf('admin', many);
    const assignable = await world.ask(listOperators, caller, {});
    const filters = await world.ask(operatorsForFilter, caller, {});
    const { actors } = (await world.ask(listAuditChoices, caller, {})).data;
    expect(assignable.data.map(({ fullName }) => fullName)).toEqual(sorted);
    expect(filters.data.map(({ fullName }) => fullName)).toEqual(sorted);
    expect(actors.map(({ name }) => name)).toEqual(sorted);
  });

  test('are visible only to admins of their tenant', async () => {
    const operator = callerOf('operator', crowd);
    expect(await world.refusal(listUsers, operator, { query: {} })).toBe('admin-required');
    expect(await world.refusal(operatorsForFilter, operator, {})).toBe('admin-required');
    expect(await world.refusal(listOperators, operator, {})).toBe('admin-required');
    expect(await world.refusal(getUser, operator, { params: { id: asha } })).toBe('user-not-found');
    const own = { ...operator, id: UserId.parse(asha) };
    expect((await world.ask(getUser, own, { params: { id: asha } })).data.user.email).toBe('Asha@Demo.test');
    for (const outsider of [callerOf('admin', tenant), callerOf('super_admin', tenant)]) {
      expect(await world.refusal(getUser, outsider, { params: { id: asha } })).toBe('user-not-found');
      expect(await world.refusal(userStats, outsider, { params: { id: asha } })).toBe('user-not-found');
    }
    expect((await world.ask(listOperators, callerOf('super_admin', tenant), {})).data).toEqual([]);
  });
});

test('a sign-in is held behind a failed event of its user only', async () => {
  const crowd = newTenant();
  const [poisoned, other] = [await addUser(crowd), await addUser(crowd)];
  await world.say(userStream(poisoned), crowd, [
    { type: 'UserEdited', data: { changes: { isActive: 'maybe' } } },
  ]);
  for (const userId of [poisoned, other]) await toSession(crowd, { type: 'SignedIn', data: { userId } });
  const admin = callerOf('admin', crowd);
  const sessionsOf = async (id: UserId) =>
    (await world.ask(userStats, admin, { params: { id } })).data.loginSessions;
  expect(await sessionsOf(other)).toBe(1);
  expect(await sessionsOf(poisoned)).toBe(0);
  const { rows } = await db.pool.query(
    `select type, sequence, error is null as held from dead_letters where name = 'users' order by number`,
  );
  expect(rows).toEqual([
    { type: 'UserEdited', sequence: userStream(poisoned), held: false },
    { type: 'SignedIn', sequence: userStream(poisoned), held: true },
  ]);
});
