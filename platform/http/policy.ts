import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import type { Role } from '@crm/events/envelope/envelope.ts';
import { mayHold } from '@crm/events/envelope/may-hold.ts';
import type { SignedInCaller } from './caller.ts';
import { type Refused, refused } from './result.ts';

/** `all-leads-operator` is an operator who was granted canSeeLeadsOfAllOperators; `operator` is any operator. */
export type AdmittedRole = Role | 'all-leads-operator';

type OfTenant = {
  /** 'own': the caller's own data, and the leads that the caller may see. 'tenant': all data of the caller's tenant. */
  scope: 'own' | 'tenant';
  /** Whether the call is answered while the tenant is blocked by its billing subscription. */
  blockedTenant: 'refused' | 'served';
};

/** A bearer token. A call of scope 'all' reaches every tenant, so it is for super admins only. */
export type SessionPolicy = { credential: 'session' } & (
  | ({ roles: readonly AdmittedRole[] } & OfTenant)
  | { roles: readonly ['super_admin']; scope: 'all' }
);

/** A partner's system: no session, and an optional X-API-Key. */
export type ApiKeyPolicy = {
  credential: 'apiKey';
  scope: 'tenant';
  blockedTenant: 'refused' | 'served';
  /** Counts a request whose key this process does not know yet, before it is looked up; a refusal ends the request. */
  beforeLookup?: (ip: string) => Refused | null;
};

/** Another company's server, which signs its requests' bodies, for example a payment provider. */
export type SignaturePolicy = {
  credential: 'signature';
  /** The signer; it is the actor of the resulting events. */
  sender: string;
  /** The request header that holds the signature. */
  header: string;
  /** Whether the signature is valid for exactly these bytes. Must compare in constant time. */
  verify: (body: Buffer, signature: string) => boolean;
};

export type PublicPolicy = { credential: 'public' };

/** The callers that a route admits, and their scope. Every route declares one; it is applied before input is read. */
export type Policy = SessionPolicy | ApiKeyPolicy | SignaturePolicy | PublicPolicy;

export const anyone = { credential: 'public' } as const satisfies Policy;

export const partners = {
  credential: 'apiKey',
  scope: 'tenant',
  blockedTenant: 'refused',
} as const satisfies Policy;

/** Every signed-in user. An operator sees the assigned leads. */
export const everyUser = {
  credential: 'session',
  roles: ['operator', 'admin', 'super_admin'],
  scope: 'own',
  blockedTenant: 'refused',
} as const satisfies Policy;

/** Every signed-in user, for the own account: also while the tenant is blocked, so that its users can sign out. */
export const accountHolders = { ...everyUser, blockedTenant: 'served' } as const satisfies Policy;

/** Users who see the leads of all operators of the tenant. */
export const allLeadsReaders = {
  credential: 'session',
  roles: ['all-leads-operator', 'admin', 'super_admin'],
  scope: 'tenant',
  blockedTenant: 'refused',
} as const satisfies Policy;

/** For queries. A super admin is admitted, too, and sees an empty tenant. */
export const admins = {
  credential: 'session',
  roles: ['admin', 'super_admin'],
  scope: 'tenant',
  blockedTenant: 'refused',
} as const satisfies Policy;

/** For commands that change a tenant. */
export const tenantAdmins = {
  credential: 'session',
  roles: ['admin'],
  scope: 'tenant',
  blockedTenant: 'refused',
} as const satisfies Policy;

/** For the platform: every tenant. */
export const superAdmins = {
  credential: 'session',
  roles: ['super_admin'],
  scope: 'all',
} as const satisfies Policy;

/** Whether a super admin who views a tenant as its admin may make the call: reads that leave nothing behind. */
export const admitsViewer = (
  policy: SessionPolicy,
  { method, startsWork }: Pick<Endpoint, 'method' | 'startsWork'>,
): boolean => method === 'GET' && !startsWork && policy.scope !== 'all';

/** Whether the users and partners of a tenant may use the product. */
export type TenantState =
  | { phase: 'active' }
  | { phase: 'suspended' }
  | { phase: 'blocked'; subscriptionStatus: string }
  | { phase: 'deleted' };

/** The refusal for callers of a tenant in this state; null to serve them. */
export function refusedFor(policy: SessionPolicy | ApiKeyPolicy, tenant: TenantState): Refused | null {
  switch (tenant.phase) {
    case 'active':
      return null;
    case 'blocked': {
      if (policy.scope === 'all' || policy.blockedTenant === 'served') return null;
      const { subscriptionStatus } = tenant;
      // A partner must not learn about its customer's subscription.
      if (policy.credential === 'apiKey') return refused('offer-inactive');
      return refused('tenant-blocked', { subscriptionStatus });
    }
    case 'suspended':
      return refused(policy.credential === 'apiKey' ? 'offer-inactive' : 'tenant-suspended');
    case 'deleted':
      return refused(policy.credential === 'apiKey' ? 'offer-not-found' : 'signed-out');
    default:
      return tenant satisfies never;
  }
}

/** The refusal for a signed-in caller; null admits the caller. A role that no account of its tenant may hold admits no caller. */
export function refusedBy(
  policy: SessionPolicy,
  { role, tenant, seesAllLeads }: Pick<SignedInCaller, 'role' | 'tenant' | 'seesAllLeads'>,
): Refusal | null {
  const roles: readonly AdmittedRole[] = policy.roles;
  if (roles.includes(role) && mayHold(role, tenant)) return null;
  if (role === 'operator' && seesAllLeads && roles.includes('all-leads-operator')) return null;
  return policy.scope === 'all' ? 'super-admin-required' : 'admin-required';
}
