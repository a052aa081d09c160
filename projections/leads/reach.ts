import type { SignedInCaller } from '@crm/platform/http/caller.ts';

/** Whose leads a read may show: all of the tenant's, or those of one operator. */
export type Reach = { tenant: string; operator: string | null };

export const reachOf = ({ id, tenant, seesAllLeads }: SignedInCaller): Reach => ({
  tenant,
  operator: seesAllLeads ? null : id,
});

/** Their own leads alone, whatever they were granted. */
export const ownLeadsOf = ({ id, tenant }: SignedInCaller): Reach => ({ tenant, operator: id });
