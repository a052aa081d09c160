import { fromMinor } from '../language/money.ts';
import type { LeadDetails } from '../leads/details.ts';
import { isAmount } from '../leads/fields/kinds.ts';
import { fieldList } from '../leads/fields/list.ts';
import type { LeadStatus } from '../leads/vocabulary.ts';
import type { PostbackDetails } from './details.ts';
import type { LeadSnapshot } from './lead.ts';
import type { FieldPlaceholder, PlaceholderValue, PlaceholderValues } from './placeholders.ts';
import type { TriggerEvent } from './vocabulary.ts';

/** The event and its lead: everything that a postback's request needs besides the postback. */
export type DeliveryPayload = {
  event: TriggerEvent;
  /** The id of the event in the store: the same for every postback and attempt. */
  eventId: string;
  /** ISO instant. */
  eventTime: string;
  previousStatus: LeadStatus | null;
  /** Right after the event. */
  lead: LeadSnapshot;
  offerName: string | null;
  /** Of the event, for the log and for traces; never sent. Deliveries that an older program queued have none. */
  correlationId?: string;
  traceparent?: string;
};

/** The values of the catalogue's placeholders; amounts as decimal numbers. */
function fieldValues(details: LeadDetails) {
  const groups: Record<string, Record<string, unknown>> = details;
  const values: Record<string, unknown> = {};
  for (const { name, group, key, kind, placeholder } of fieldList) {
    if (!placeholder) continue;
    const value = groups[group]?.[key];
    values[name] = isAmount(kind) && typeof value === 'number' ? fromMinor(value) : value;
  }
  // The type keeps the names of the same fields; none of them holds an object.
  return values as Record<FieldPlaceholder, PlaceholderValue>;
}

/** A value for every placeholder. Each status has the partner's name for it. */
export function valuesOf(
  { event, eventId, eventTime, previousStatus, lead, offerName }: DeliveryPayload,
  statusMap: PostbackDetails['statusMap'],
): PlaceholderValues {
  const { product, source } = lead.details;
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
    ...fieldValues(lead.details),
    offerId: product.offerId,
    offerName: offerName ?? product.name,
    operatorName: lead.operator?.name ?? null,
    createdAt: lead.createdAt,
    updatedAt: lead.updatedAt,
    ...Object.fromEntries(Object.entries(source.extra).map(([name, value]) => [`extra.${name}`, value])),
  };
}
