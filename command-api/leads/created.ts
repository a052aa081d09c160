import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { LIMIT_REACHED } from './lead-limit.ts';

/** The response to a created lead. */
export function created(tenant: TenantId, events: readonly LeadEvent[]) {
  const [first] = events;
  if (first?.type !== 'LeadCreated') throw new Error('A created lead must begin with LeadCreated');
  const { orderId } = first.data;
  const lead = { _id: leadIdOf(tenant, orderId), orderId, status: 'processing' as const };
  return { message: 'Lead created successfully', data: { lead } };
}

/** The response to a lead that a partner sent: created, or set aside over the lead limit. */
export function received(tenant: TenantId, events: readonly LeadEvent[]) {
  const [first] = events;
  if (first?.type !== 'LeadSetAside') return created(tenant, events);
  const { orderId } = first.data;
  const lead = { _id: leadIdOf(tenant, orderId), orderId, status: 'aside' as const };
  return {
    status: 202 as const,
    message: 'The lead limit is reached: the lead is kept, and comes in when the limit allows it',
    data: { lead, subscriptionStatus: LIMIT_REACHED },
  };
}
