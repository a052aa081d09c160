import type { SignedInCaller } from '@crm/platform/http/caller.ts';

/** The leads that a read may show: all of the tenant, or those of one operator. */
export type Reach = { tenant: string; operator: string | null };

export const reachOf = ({ id, tenant, seesAllLeads }: SignedInCaller): Reach => ({
  tenant,
  operator: seesAllLeads ? null : id,
});

/** Only the caller's own leads, independent of grants. */
export const ownLeadsOf = ({ id, tenant }: SignedInCaller): Reach => ({ tenant, operator: id });
