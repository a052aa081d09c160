import { leadIdOf, type TenantId } from '@crm/events/ids.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';

/** The response to a created lead, for admins and partners. */
export function created(tenant: TenantId, events: readonly LeadEvent[]) {
  const [first] = events;
  if (first?.type !== 'LeadCreated') throw new Error('A created lead must begin with LeadCreated');
  const { orderId } = first.data;
  const lead = { _id: leadIdOf(tenant, orderId), orderId, status: 'processing' as const };
  return { message: 'Lead created successfully', data: { lead } };
}
