import { createLead } from '@crm/contracts/leads/write.ts';
import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, refused } from '@crm/platform/http/result.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { created } from './created.ts';
import { newDetails } from './details.ts';
import { adminsLimit } from './lead-limit.ts';
import { offerOf } from './offer-of.ts';
import { newOrderId } from './order-id.ts';

/** An admin creates a lead. */
export const create = leadCommand({
  endpoint: createLead,
  policy: tenantAdmins,
  creates: true,
  plan: async ({ body, caller, commandId, now }, { lookups }) => {
    const orderId = body.orderId ?? newOrderId(derivedId(commandId.id, 'order'));
    const stream = leadStream(leadIdOf(caller.tenant, orderId));
    const offer = body.offer ? await offerOf(lookups, caller.tenant, body.offer) : null;
    if (isRefused(offer)) return { stream, command: offer };
    const source = { orderSource: body.orderSource ?? 'manual', referer: null, extra: {} };
    return {
      stream,
      command: { type: 'CreateLead', orderId, details: newDetails(body, offer, source) },
      limited: await adminsLimit(lookups, caller.tenant, now),
      // As for partners and uploads. A repeated call is answered as before, also after its offer was turned off.
      allowed: async () => (offer?.isActive === false ? refused('offer-inactive') : null),
    };
  },
  answer: ({ tenant, events }) => created(tenant, events),
});
