import type { TenantId } from '@crm/events/ids.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import type { LeadDetails } from '@crm/events/leads/details.ts';
import { type LeadLimit, leadLimitAt, leadQuota, limitText } from '@crm/events/subscriptions/lead-limit.ts';
import type { TenantSettings } from '@crm/events/tenants/state.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Limited } from '@crm/platform/places/execute-in-place.ts';
import type { Lookups } from '../handle/lookups.ts';

type Limit = Omit<Limited<LeadCommand>, 'places'> | null;

/** The status of a subscription whose limit is reached, in answers. */
export const LIMIT_REACHED = 'lead_limit_reached' as const;

/** The limit for a lead that a partner sends: over it, the lead is kept aside, or refused if the tenant chose that. */
export async function partnersLimit(
  lookups: Lookups,
  { tenant, settings, now }: { tenant: TenantId; settings: TenantSettings | null; now: Date },
  lead: { orderId: string; details: LeadDetails },
): Promise<Limit> {
  const limit = leadLimitAt(await lookups.subscription(tenant), now);
  if (!limit) return null;
  const { maxLeads, periodEnd } = limit;
  const over: LeadCommand | Refused =
    settings?.leadsOverLimit === 'refuse'
      ? refused('lead-limit-reached', { subscriptionStatus: LIMIT_REACHED })
      : { type: 'SetLeadAside', ...lead, maxLeads, periodEnd };
  return { quota: leadQuota(tenant, limit), over };
}

/** The limit for a lead that an admin creates: over it, the lead is refused with the limit and its period. */
export async function adminsLimit(lookups: Lookups, tenant: TenantId, now: Date): Promise<Limit> {
  const limit = leadLimitAt(await lookups.subscription(tenant), now);
  return limit && { quota: leadQuota(tenant, limit), over: overLimit(limit) };
}

const overLimit = (limit: LeadLimit) =>
  refused('lead-limit-reached', { message: limitText(limit), subscriptionStatus: LIMIT_REACHED });
