import { createLead } from '@crm/contracts/leads/write.ts';
import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { OfferId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { leadCommand } from '../handle/on.ts';
import { created } from './created.ts';
import { newDetails } from './details.ts';
import { adminsLimit } from './lead-limit.ts';
import { newOrderId } from './order-id.ts';

/** An admin creates a lead. */
export const create = leadCommand({
  endpoint: createLead,
  policy: tenantAdmins,
  creates: true,
  plan: async ({ body, caller, commandId, now }, { lookups }) => {
    const offer = body.offer ? await lookups.offer(OfferId.parse(body.offer)) : null;
    if (body.offer && offer?.tenant !== caller.tenant)
      return refused('offer-not-found', { errors: { offer: 'Offer not found' } });
    const orderId = body.orderId ?? newOrderId(derivedId(commandId.id, 'order'));
    const source = { orderSource: body.orderSource ?? 'manual', referer: null, extra: {} };
    const details = newDetails(body, offer, source);
    return {
      stream: leadStream(leadIdOf(caller.tenant, orderId)),
      command: { type: 'CreateLead', orderId, details },
      limited: await adminsLimit(lookups, caller.tenant, now),
    };
  },
  answer: ({ tenant, events }) => created(tenant, events),
});
