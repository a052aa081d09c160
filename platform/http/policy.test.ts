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

const callers = {
  operator: { role: 'operator', seesAllLeads: false },
  'all-leads operator': { role: 'operator', seesAllLeads: true },
  admin: { role: 'admin', seesAllLeads: true },
  'super admin': { role: 'super_admin', seesAllLeads: false },
} as const;
type Name = keyof typeof callers;
const everyone: readonly Name[] = ['operator', 'all-leads operator', 'admin', 'super admin'];
const superAdmins = { credential: 'session', roles: ['super_admin'], scope: 'all' } as const;

const admitted: [string, SessionPolicy, readonly Name[]][] = [
  ['everyUser', everyUser, everyone],
  ['accountHolders', accountHolders, everyone],
  ['allLeadsReaders', allLeadsReaders, ['all-leads operator', 'admin', 'super admin']],
  ['admins', admins, ['admin', 'super admin']],
  ['tenantAdmins', tenantAdmins, ['admin']],
  ['superAdmins', superAdmins, ['super admin']],
];

describe.each(admitted)('%s', (name, policy, names) => {
  test.each(everyone)('%s', (caller) => {
    const refusal = name === 'superAdmins' ? 'super-admin-required' : 'admin-required';
    expect(refusedBy(policy, callers[caller])).toBe(names.includes(caller) ? null : refusal);
  });
});
