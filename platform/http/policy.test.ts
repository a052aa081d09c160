import { PLATFORM_TENANT, TenantId } from '@crm/events/ids.ts';
import { describe, expect, test } from 'vitest';
import {
  accountHolders,
  admins,
  allLeadsReaders,
  everyUser,
  refusedBy,
  type SessionPolicy,
  tenantAdmins,
} from './policy.ts';

const tenant = TenantId.parse('10000000-0000-4000-8000-000000000001');
const callers = {
  operator: { role: 'operator', tenant, seesAllLeads: false },
  'all-leads operator': { role: 'operator', tenant, seesAllLeads: true },
  admin: { role: 'admin', tenant, seesAllLeads: true },
  'super admin': { role: 'super_admin', tenant: PLATFORM_TENANT, seesAllLeads: false },
  'super admin of an organisation': { role: 'super_admin', tenant, seesAllLeads: false },
} as const;
type Name = keyof typeof callers;
const names: readonly Name[] = [
  'operator',
  'all-leads operator',
  'admin',
  'super admin',
  'super admin of an organisation',
];
const everyone = names.slice(0, 4);
const superAdmins = { credential: 'session', roles: ['super_admin'], scope: 'all' } as const;

const admitted: [string, SessionPolicy, readonly Name[]][] = [
  ['everyUser', everyUser, everyone],
  ['accountHolders', accountHolders, everyone],
  ['allLeadsReaders', allLeadsReaders, ['all-leads operator', 'admin', 'super admin']],
  ['admins', admins, ['admin', 'super admin']],
  ['tenantAdmins', tenantAdmins, ['admin']],
  ['superAdmins', superAdmins, ['super admin']],
];

describe.each(admitted)('%s', (name, policy, served) => {
  test.each(names)('%s', (caller) => {
    const refusal = name === 'superAdmins' ? 'super-admin-required' : 'admin-required';
    expect(refusedBy(policy, callers[caller])).toBe(served.includes(caller) ? null : refusal);
  });
});
