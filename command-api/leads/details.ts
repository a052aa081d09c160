import type { LeadForm } from '@crm/contracts/leads/write.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { applyChanges, blankDetails, type LeadChanges, type LeadDetails } from '@crm/events/leads/details.ts';
import { blankValues, isAmount } from '@crm/events/leads/fields/kinds.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';
import type { OrderSource } from '@crm/events/leads/vocabulary.ts';
import type { OfferDetails } from '@crm/events/offers/events.ts';
import type { z } from 'zod';

type Form = z.output<typeof LeadForm>;
/** A lead's fields as calls carry them. An absent field stays as it is; null clears it where it may be empty. */
type Fields = { [K in keyof Form]?: Form[K] | null | undefined };

/** The changes that a call's fields ask for, by the groups of the event; amounts become minor units. */
export function changesOf(fields: Fields): LeadChanges {
  const changes: Record<string, Record<string, unknown>> = {};
  for (const { name, group, key, kind, input } of fieldList) {
    if (input === 'server') continue;
    const value = fields[name as keyof Form]; // a field that is not the server's is one of the form
    // Null does not clear a field that every lead has.
    if (value === undefined || (value === null && blankValues[kind] !== null)) continue;
    changes[group] ??= {};
    changes[group][key] = isAmount(kind) && value !== null ? toMinor(Number(value)) : value;
  }
  // Each value was checked by its field's schema (contracts/leads/fields.ts), whose output is what the event keeps.
  return changes as LeadChanges;
}

/** A new lead's details: the offer gives name, price and currency where the sender gave none. */
export function newDetails(
  fields: Fields,
  offer: OfferDetails | null,
  source: { orderSource: OrderSource; referer: string | null; extra: Record<string, string> },
  total: number | null = null,
): LeadDetails {
  const fromOffer = offer && { product: { name: offer.name, price: offer.price, currency: offer.currency } };
  const ofSource = applyChanges(blankDetails, { source, ...fromOffer });
  const details = applyChanges(ofSource, changesOf(fields));
  const { price, quantity } = details.product;
  return {
    ...details,
    product: { ...details.product, total: total === null ? price * quantity : toMinor(total) },
  };
}
