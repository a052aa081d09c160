import { randomUUID } from 'node:crypto';
import { me } from '@crm/contracts/auth/auth.ts';
import { type TenantId, UserId } from '@crm/events/ids.ts';
import type { SessionEvent } from '@crm/events/sessions/events.ts';
import { sessionStream, tenantStream, userStream } from '@crm/events/streams.ts';
import type { TenantEvent } from '@crm/events/tenants/events.ts';
import type { UserDetails, UserEvent } from '@crm/events/users/events.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

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

test('me: the user as they stand, with the settings of their tenant', async () => {
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

test('me: the super admin has no tenant and gets the settings of one that chose none', async () => {
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
  });
});

test('me: one who was deleted is nobody', async () => {
  const id = await addUser(tenant);
  await toUser(id, tenant, { type: 'UserDeleted', data: {} });
  expect(await world.refusal(me, { ...callerOf('operator', tenant), id }, {})).toBe('signed-out');
});
