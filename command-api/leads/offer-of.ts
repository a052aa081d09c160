import { OfferId, type TenantId } from '@crm/events/ids.ts';
import type { OfferDetails } from '@crm/events/offers/events.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Lookups } from '../handle/lookups.ts';

export const offerNotFound = refused('offer-not-found', { errors: { offer: 'Offer not found' } });

/** Looks up an offer of the tenant; refuses a deleted one and another tenant's with 'offer-not-found'. */
export async function offerOf(
  lookups: Lookups,
  tenant: TenantId,
  id: string,
): Promise<OfferDetails | Refused> {
  const offer = await lookups.offer(OfferId.parse(id));
  return offer?.tenant === tenant ? offer : offerNotFound;
}
