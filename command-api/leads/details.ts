import type { LeadForm } from '@crm/contracts/leads/write.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { applyChanges, blankDetails, type LeadChanges, type LeadDetails } from '@crm/events/leads/details.ts';
import { blankValues, isAmount } from '@crm/events/leads/fields/kinds.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';
import type { OrderSource } from '@crm/events/leads/vocabulary.ts';
import type { OfferDetails } from '@crm/events/offers/events.ts';
import type { z } from 'zod';

type Form = z.output<typeof LeadForm>;
/** The lead fields of a request. An absent field does not change; null clears it if the field is optional. */
type Fields = { [K in keyof Form]?: Form[K] | null | undefined };

/** Converts a request's fields to changes, in the groups of the event. Amounts are converted to minor units. */
export function changesOf(fields: Fields): LeadChanges {
  const changes: Record<string, Record<string, unknown>> = {};
  for (const { name, group, key, kind, input } of fieldList) {
    if (input === 'server') continue;
    const value = fields[name as keyof Form]; // not a server field, so the form has it
    // Null does not clear a field that every lead has.
    if (value === undefined || (value === null && blankValues[kind] !== null)) continue;
    changes[group] ??= {};
    changes[group][key] = isAmount(kind) && value !== null ? toMinor(Number(value)) : value;
  }
  // The contract (contracts/leads/fields.ts) has checked each value, and the event stores the schema's output.
  return changes as LeadChanges;
}

/** Adds the total and the order source, which signed-in callers may send. Partners may not: see `changesOf`. */
export function withComputed(
  changes: LeadChanges,
  { total, orderSource }: { total?: number | null | undefined; orderSource?: OrderSource | null | undefined },
): LeadChanges {
  return {
    ...changes,
    ...(typeof total === 'number' && { product: { ...changes.product, total: toMinor(total) } }),
    ...(orderSource && { source: { ...changes.source, orderSource } }),
  };
}

/**
 * A new lead's details. Name, price and currency default to the offer's.
 *
 * @param total of the sender, as a decimal number; null: price times quantity
 */
export function newDetails(
  fields: Fields,
  offer: OfferDetails | null,
  source: { orderSource: OrderSource; referer: string | null; extra: Record<string, string> },
  total: number | null = null,
): LeadDetails {
  const fromOffer = offer && { product: { name: offer.name, price: offer.price, currency: offer.currency } };
  const ofSource = applyChanges(blankDetails, { source, ...fromOffer });
  const details = applyChanges(ofSource, changesOf(fields));
  if (offer && !fields.price && details.product.currency !== offer.currency)
    return inOneCurrency(details, offer, total);
  const { price, quantity } = details.product;
  return {
    ...details,
    product: { ...details.product, total: total === null ? price * quantity : toMinor(total) },
  };
}

/**
 * The details of a lead whose sender left the price to the offer and named another currency than the offer's. A sent total
 * is in the sender's currency, and so is a price computed from it. Without a total, the amounts are the offer's, and the
 * sender's currency is kept as an additional field.
 */
function inOneCurrency(details: LeadDetails, offer: OfferDetails, total: number | null): LeadDetails {
  const { product, source } = details;
  if (total !== null) {
    const minor = toMinor(total);
    return { ...details, product: { ...product, price: Math.round(minor / product.quantity), total: minor } };
  }
  return {
    ...details,
    product: { ...product, currency: offer.currency, total: offer.price * product.quantity },
    source: { ...source, extra: { ...source.extra, currency: product.currency } },
  };
}
