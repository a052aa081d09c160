import type { Refusal } from '@crm/contracts/refusals.ts';
import type { Caller } from './caller.ts';

/** Who may make a call. Every route declares one; access is checked here and nowhere else. */
export type Policy =
  /** Anybody, signed in or not. */
  | 'anyone'
  /** Partners at the public ingest call: without a session. */
  | 'partner'
  | 'signed-in'
  /** Operators, admins and super admins. */
  | 'operator'
  /** Those who see every operator's leads: admins, super admins, and operators who were granted it. */
  | 'sees-all-leads'
  /** Admins and super admins, as the screens' guard: for reading. */
  | 'admin'
  /** An admin of a tenant: for everything that changes a tenant. */
  | 'tenant-admin'
  | 'super-admin';

/** Whom a policy refuses, and how; null is welcome. */
export function refusedBy(policy: Policy, caller: Caller): Refusal | null {
  if (policy === 'anyone') return null;
  if (policy === 'partner') return caller.kind === 'anonymous' ? null : 'admin-required';
  if (caller.kind === 'anonymous') return 'signed-out';
  switch (policy) {
    case 'signed-in':
    case 'operator':
      return null;
    case 'sees-all-leads':
      return caller.seesAllLeads || caller.role === 'super_admin' ? null : 'admin-required';
    case 'admin':
      return caller.role === 'admin' || caller.role === 'super_admin' ? null : 'admin-required';
    case 'tenant-admin':
      return caller.role === 'admin' ? null : 'admin-required';
    case 'super-admin':
      return caller.role === 'super_admin' ? null : 'super-admin-required';
    default:
      return policy satisfies never;
  }
}
