import { receiveLead } from '@crm/contracts/leads/write.ts';
import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { OfferId, type TenantId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { TenantSettings } from '@crm/events/tenants/state.ts';
import type { ApiKey } from '@crm/platform/http/caller.ts';
import { partners } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import type { Lookups } from '../handle/lookups.ts';
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

/** Counts a request of a sender, and refuses it with 'rate-limited' when the sender has sent too many. */
function takeFrom(limit: IngestLimit, sender: string): Refused | null {
  const wait = limit.take(sender, performance.now());
  return wait > 0 ? refused('rate-limited', { retryAfter: wait }) : null;
}

/**
 * Looks up the offer of a request with a key. Offers that this process does not know are counted per key before they are
 * looked up, and given back if they exist: a flood of invented offers under a valid key costs no more reads than the limit,
 * and a partner's many offers are not counted.
 */
async function offerOfKey(lookups: Lookups, unknownOffers: IngestLimit, key: string, id: OfferId) {
  if (lookups.hasFoundOffer(id)) return lookups.offer(id);
  const limited = takeFrom(unknownOffers, key);
  if (limited) return limited;
  const offer = await lookups.offer(id);
  if (offer) unknownOffers.giveBack(key);
  return offer;
}

/**
 * Receives a lead from a partner, without a session; the offer determines the tenant. Idempotency-Keys are separate per
 * offer, webmaster and API key: partners who count from 1 are not in each other's way. The limit does not apply to a key
 * that is valid for the offer. Keys that this process does not know are counted before they are looked up, apart from leads:
 * a flood of invented keys costs no work of the database beyond the limit, and leads without a key refuse no partner of the
 * same network.
 *
 * @param newLimit makes a limit per sender: for leads and for unknown keys per network, for unknown offers per key
 */
export function receive(newLimit: () => IngestLimit) {
  const [leads, unknownKeys, unknownOffers] = [newLimit(), newLimit(), newLimit()];
  return leadCommand({
    endpoint: receiveLead,
    policy: { ...partners, beforeLookup: (ip) => takeFrom(unknownKeys, networkOf(ip)) },
    creates: true,
    sender: ({ body, caller: { apiKey } }) =>
      ['partner', body.offer, body.webmaster ?? '', ...(apiKey ? [apiKey.id] : [])].join(' '),
    plan: async ({ body, caller, origin, commandId, now }, { lookups }) => {
      const { apiKey } = caller;
      const network = networkOf(origin.ip);
      const keyed = apiKey && (await lookups.tenantSettings(apiKey.tenant));
      // A key that may be valid for the offer is counted only where it is not.
      const mayBeValid = apiKey && keyed?.apiKeys[apiKey.id] !== undefined;
      const limited = mayBeValid ? null : takeFrom(leads, network);
      if (limited) return limited;
      const countWrong = () => (mayBeValid ? takeFrom(leads, network) : null);

      const offerId = OfferId.parse(body.offer);
      const offer = mayBeValid
        ? await offerOfKey(lookups, unknownOffers, apiKey.id, offerId)
        : await lookups.offer(offerId);
      if (isRefused(offer)) return offer;
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
