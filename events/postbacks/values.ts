import { fromMinor } from '../language/money.ts';
import type { LeadStatus } from '../leads/vocabulary.ts';
import type { PostbackDetails } from './details.ts';
import type { LeadSnapshot } from './lead.ts';
import type { PlaceholderValues } from './placeholders.ts';
import type { TriggerEvent } from './vocabulary.ts';

/** All data of an event for postbacks, without the postback's own configuration. */
export type DeliveryPayload = {
  event: TriggerEvent;
  /** The id of the event in the store: the same for every postback and attempt. */
  eventId: string;
  /** ISO instant. */
  eventTime: string;
  previousStatus: LeadStatus | null;
  /** The lead right after the event. */
  lead: LeadSnapshot;
  offerName: string | null;
};

/** A value per placeholder, with the partner's names of statuses. */
export function valuesOf(
  { event, eventId, eventTime, previousStatus, lead, offerName }: DeliveryPayload,
  statusMap: PostbackDetails['statusMap'],
): PlaceholderValues {
  const { customer, address, product, source, handling } = lead.details;
  const called = (status: LeadStatus) => statusMap[status] ?? status;
  return {
    event,
    eventId,
    eventTime,
    previousStatus: previousStatus === null ? null : called(previousStatus),
    _id: lead.id,
    orderId: lead.orderId,
    status: called(lead.status),
    statusReason: lead.statusReason,
    ...customer,
    ...address,
    offerId: product.offerId,
    offerName: offerName ?? product.name,
    productName: product.name,
    productToBeShipped: product.toBeShipped,
    quantity: product.quantity,
    price: fromMinor(product.price),
    total: fromMinor(product.total),
    currency: product.currency,
    paymentMode: product.paymentMode,
    advanceAmount: product.advance === null ? null : fromMinor(product.advance),
    orderSource: source.orderSource,
    webmaster: source.webmaster,
    sub1: source.sub1,
    sub2: source.sub2,
    sub3: source.sub3,
    sub4: source.sub4,
    sub5: source.sub5,
    remarks: handling.remarks,
    isUrgent: handling.isUrgent,
    requiresCallback: handling.requiresCallback,
    operatorName: lead.operator?.name ?? null,
    createdAt: lead.createdAt,
    updatedAt: lead.updatedAt,
    ...Object.fromEntries(Object.entries(source.extra).map(([name, value]) => [`extra.${name}`, value])),
  };
}
