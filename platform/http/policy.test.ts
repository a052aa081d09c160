import { PLATFORM_TENANT, TenantId, UserId } from '@crm/events/ids.ts';
import { describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { type Policy, refusedBy } from './policy.ts';

const person = (role: 'admin' | 'operator' | 'super_admin', seesAllLeads = role === 'admin'): Caller => ({
  kind: 'user',
  id: UserId.parse('7d0f5a10-0000-4000-8000-000000000001'),
  tenant: role === 'super_admin' ? PLATFORM_TENANT : TenantId.parse('7d0f5a10-0000-4000-8000-000000000002'),
  name: 'Somebody',
  role,
  seesAllLeads,
  sessionId: 'a session',
});
const callers = {
  nobody: { kind: 'anonymous' } as const,
  operator: person('operator'),
  'trusted operator': person('operator', true),
  admin: person('admin'),
  'super admin': person('super_admin'),
};

/** Whom each policy lets through. */
const welcome: Record<Policy, (keyof typeof callers)[]> = {
  anyone: ['nobody', 'operator', 'trusted operator', 'admin', 'super admin'],
  partner: ['nobody'],
  'signed-in': ['operator', 'trusted operator', 'admin', 'super admin'],
  operator: ['operator', 'trusted operator', 'admin', 'super admin'],
  'sees-all-leads': ['trusted operator', 'admin', 'super admin'],
  admin: ['admin', 'super admin'],
  'tenant-admin': ['admin'],
  'super-admin': ['super admin'],
};

describe.each(Object.keys(welcome) as Policy[])('%s', (policy) => {
  test.each(Object.keys(callers) as (keyof typeof callers)[])('%s', (name) => {
    const refusal = refusedBy(policy, callers[name]);
    if (welcome[policy].includes(name)) expect(refusal).toBeNull();
    else if (name === 'nobody') expect(refusal).toBe('signed-out');
    else expect(refusal).toBe(policy === 'super-admin' ? 'super-admin-required' : 'admin-required');
  });
});
