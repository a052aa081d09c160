import { receiveLead } from '@crm/contracts/leads/write.ts';
import { derivedId, leadIdOf, OfferId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { partners } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import { leadCommand } from '../handle/on.ts';
import { created } from './created.ts';
import { newDetails } from './details.ts';
import { keepExtra } from './extra.ts';
import type { IngestLimit } from './ingest-limit.ts';
import { newOrderId } from './order-id.ts';

/**
 * Receives a lead from a partner, without a session; the offer determines the tenant. Idempotency-Keys are separate per
 * offer and webmaster.
 */
export const receive = (limit: IngestLimit) =>
  leadCommand({
    endpoint: receiveLead,
    policy: partners,
    creates: true,
    sender: ({ body }) => `partner ${body.offer} ${body.webmaster ?? ''}`,
    plan: async ({ body, origin, commandId, now }, { lookups }) => {
      const wait = limit.take(networkOf(origin.ip), now.getTime());
      if (wait > 0) return refused('rate-limited', { retryAfter: wait });

      const offer = await lookups.offer(OfferId.parse(body.offer));
      if (!offer) return refused('offer-not-found', { errors: { offer: 'Offer not found' } });
      if (!offer.isActive) return refused('offer-inactive');
      const orderId = body.orderId ?? newOrderId(derivedId(commandId.id, 'order'));
      const source = { orderSource: 'api' as const, referer: origin.referer, extra: keepExtra(body) };
      return {
        tenant: offer.tenant,
        stream: leadStream(leadIdOf(offer.tenant, orderId)),
        command: { type: 'CreateLead', orderId, details: newDetails(body, offer, source, body.total) },
      };
    },
    answer: ({ tenant, events }) => created(tenant, events),
  });
