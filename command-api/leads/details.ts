import type { LeadForm } from '@crm/contracts/leads/write.ts';
import { OfferId } from '@crm/events/ids.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { applyChanges, blankDetails, type LeadChanges, type LeadDetails } from '@crm/events/leads/details.ts';
import type { OrderSource } from '@crm/events/leads/vocabulary.ts';
import type { OfferDetails } from '@crm/events/offers/events.ts';
import type { z } from 'zod';

type Form = z.output<typeof LeadForm>;
/** A lead's fields as calls carry them; one that is absent says nothing, and null is an answer of its own. */
type Fields = { [K in keyof Form]?: Form[K] | null | undefined };

const minor = (amount: number | null | undefined) => (amount == null ? amount : toMinor(amount));

/** The wire's flat fields in the groups of the event; amounts become minor units here. */
export function changesOf(fields: Fields): LeadChanges {
  return {
    customer: {
      fullName: fields.fullName ?? undefined,
      phone: fields.phone ?? undefined,
      alternatePhone: fields.alternatePhone,
      email: fields.email,
      age: fields.age,
    },
    address: {
      address: fields.address,
      address2: fields.address2,
      landmark: fields.landmark,
      area: fields.area,
      postOffice: fields.postOffice,
      district: fields.district,
      nearBy: fields.nearBy,
      city: fields.city,
      state: fields.state,
      postIndex: fields.postIndex,
      country: fields.country,
    },
    product: {
      offerId: fields.offer == null ? fields.offer : OfferId.parse(fields.offer),
      name: fields.productName ?? undefined,
      toBeShipped: fields.productToBeShipped,
      quantity: fields.quantity ?? undefined,
      price: minor(fields.price) ?? undefined,
      advance: minor(fields.advanceAmount),
      currency: fields.currency ?? undefined,
      paymentMode: fields.paymentMode ?? undefined,
    },
    source: {
      webmaster: fields.webmaster,
      sub1: fields.sub1,
      sub2: fields.sub2,
      sub3: fields.sub3,
      sub4: fields.sub4,
      sub5: fields.sub5,
    },
    handling: {
      remarks: fields.remarks,
      isUrgent: fields.isUrgent ?? undefined,
      requiresCallback: fields.requiresCallback ?? undefined,
    },
  };
}

/** A new lead's details: the offer gives name, price and currency where the sender did not. */
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
  return { ...details, product: { ...details.product, total: minor(total) ?? price * quantity } };
}
