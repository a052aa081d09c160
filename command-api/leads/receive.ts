import { receiveLead } from '@crm/contracts/leads/write.ts';
import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { OfferId, type TenantId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { TenantSettings } from '@crm/events/tenants/decide.ts';
import type { ApiKey } from '@crm/platform/http/caller.ts';
import { partners } from '@crm/platform/http/policy.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { received } from './created.ts';
import { newDetails } from './details.ts';
import { keepExtra } from './extra.ts';
import type { IngestLimit } from './ingest-limit.ts';
import { partnersLimit } from './lead-limit.ts';
import { offerNotFound } from './offer-of.ts';
import { newOrderId } from './order-id.ts';

/** Whether the key of a request suffices for a tenant; an unknown one counts as none. */
function refusalOf(apiKey: ApiKey | null, tenant: TenantId, settings: TenantSettings | null) {
  if (!apiKey) return settings?.apiKeyRequired ? 'api-key-required' : null;
  return apiKey.tenant === tenant && settings?.apiKeys[apiKey.id] !== undefined ? null : 'api-key-wrong';
}

/** Counts a request of a network, and refuses it with 'rate-limited' when the network has sent too many. */
function takeFrom(limit: IngestLimit, ip: string): Refused | null {
  const wait = limit.take(networkOf(ip), performance.now());
  return wait > 0 ? refused('rate-limited', { retryAfter: wait }) : null;
}

/**
 * Receives a lead from a partner, without a session; the offer determines the tenant. Idempotency-Keys are separate per
 * offer, webmaster and API key: partners who count from 1 are not in each other's way. The limit does not apply to a key
 * that is valid for the offer. Keys that this process does not know are counted before they are looked up, apart from leads:
 * a flood of invented keys costs no work of the database beyond the limit, and leads without a key refuse no partner of the
 * same network.
 *
 * @param newLimit makes a limit per network: one for leads, one for unknown keys
 */
export function receive(newLimit: () => IngestLimit) {
  const [leads, unknownKeys] = [newLimit(), newLimit()];
  return leadCommand({
    endpoint: receiveLead,
    policy: { ...partners, beforeLookup: (ip) => takeFrom(unknownKeys, ip) },
    creates: true,
    sender: ({ body, caller: { apiKey } }) =>
      ['partner', body.offer, body.webmaster ?? '', ...(apiKey ? [apiKey.id] : [])].join(' '),
    plan: async ({ body, caller, origin, commandId, now }, { lookups }) => {
      const { apiKey } = caller;
      const keyed = apiKey && (await lookups.tenantSettings(apiKey.tenant));
      // A key that may be valid for the offer is counted only where it is not.
      const mayLift = apiKey && keyed?.apiKeys[apiKey.id] !== undefined;
      const limited = mayLift ? null : takeFrom(leads, origin.ip);
      if (limited) return limited;
      const countWrong = () => (mayLift ? takeFrom(leads, origin.ip) : null);

      const offerId = OfferId.parse(body.offer);
      const offer = await lookups.offer(offerId);
      const tenant = offer?.tenant ?? (commandId.keyed ? await lookups.ownerOfOffer(offerId) : null);
      if (!tenant) return countWrong() ?? offerNotFound;
      const settings = await lookups.tenantSettings(tenant);
      const refusal = refusalOf(apiKey, tenant, settings);
      if (refusal) return countWrong() ?? (offer ? refused(refusal) : offerNotFound);
      const orderId = body.orderId ?? newOrderId(derivedId(commandId.id, 'order'));
      const stream = leadStream(leadIdOf(tenant, orderId));
      if (!offer) return { tenant, stream, command: offerNotFound };
      const source = { orderSource: 'api' as const, referer: origin.referer, extra: keepExtra(body) };
      const lead = { orderId, details: newDetails(body, offer, source, body.total) };
      return {
        tenant,
        stream,
        command: { type: 'CreateLead', ...lead },
        limited: await partnersLimit(lookups, { tenant, settings, now }, lead),
        // A partner that repeats a lead, because its answer was lost, is answered as before: also after its offer was deleted.
        allowed: async () => (offer.isActive ? null : refused('offer-inactive')),
      };
    },
    answer: ({ tenant, events }) => received(tenant, events),
  });
}
