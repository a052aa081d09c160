import type { SignedInCaller } from '@crm/platform/http/caller.ts';

/** The leads that a read may show: all of the tenant, or those of one operator. */
export type VisibleLeads = { tenant: string; operator: string | null };

/** The parts of a caller that decide which leads a read shows. */
export type LeadReader = Pick<SignedInCaller, 'id' | 'tenant' | 'seesAllLeads'>;

/** All leads of the tenant, or the caller's own. */
export const visibleTo = ({ id, tenant, seesAllLeads }: LeadReader): VisibleLeads => ({
  tenant,
  operator: seesAllLeads ? null : id,
});

/** Only the caller's own leads, independent of grants. */
export const ownLeadsOf = ({ id, tenant }: SignedInCaller): VisibleLeads => ({ tenant, operator: id });
