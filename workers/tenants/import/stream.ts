import { auditEvents } from '@crm/events/audit/events.ts';
import { batchEvents } from '@crm/events/batches/events.ts';
import { leadIdOf, paymentIdOf } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { offerEvents } from '@crm/events/offers/events.ts';
import { PaymentOrder, paymentEvents } from '@crm/events/payments/events.ts';
import { postbackEvents } from '@crm/events/postbacks/events.ts';
import { reportEvents } from '@crm/events/reports/events.ts';
import { savedReportEvents } from '@crm/events/saved-reports/events.ts';
import { sessionEvents } from '@crm/events/sessions/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { subscriptionEvents } from '@crm/events/subscriptions/events.ts';
import { tenantEvents } from '@crm/events/tenants/events.ts';
import { userEvents } from '@crm/events/users/events.ts';
import { eventTypes } from '@crm/events/versions.ts';
import { viewingEvents } from '@crm/events/viewings/events.ts';
import { viewEvents, viewerEvents } from '@crm/events/views/events.ts';
import { workerEvents } from '@crm/events/work/events.ts';
import { z } from 'zod';

/** The beginning of the names of the streams that an event type is stored in. Plans are the platform's, and in no archive. */
const prefixes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['refusals', { CommandsRefused: auditEvents.CommandsRefused }],
      ['batch', batchEvents],
      ['lead', leadEvents],
      ['offer', offerEvents],
      ['payment', paymentEvents],
      ['postback', postbackEvents],
      ['report', reportEvents],
      ['savedreport', savedReportEvents],
      ['session', sessionEvents],
      ['subscription', subscriptionEvents],
      ['tenant', tenantEvents],
      ['user', userEvents],
      ['view', viewEvents],
      ['viewer', viewerEvents],
      ['viewing', viewingEvents],
      ['worker', workerEvents],
    ] satisfies [string, EventTypes][]
  ).flatMap(([prefix, types]) => Object.keys(types).map((type) => [type, prefix])),
);

/** In lower case: ids are compared as text, and Postgres returns them so. */
export const uuid = z.guid({ error: 'Must be an id' }).lowercase({ error: 'Must be in lower case' });

/** The problem of the stream of an event type; null for none. */
export function streamProblem(type: string, stream: string, tenant: TenantId): string | null {
  const prefix = Object.hasOwn(prefixes, type) ? prefixes[type] : undefined;
  if (prefix === undefined)
    return Object.hasOwn(eventTypes, type)
      ? `type: ${type} belongs to the installation, not to an organization`
      : `type: ${JSON.stringify(type.slice(0, 100))} is not known to this program. Was the archive written by a newer version?`;
  const id = idOf(stream);
  if (stream !== `${prefix}-${id}` || !uuid.safeParse(id).success || id !== id.toLowerCase())
    return `stream: Must be ${prefix}- and an id`;
  if ((prefix === 'tenant' || prefix === 'subscription') && id !== tenant)
    return `stream: ${stream} is of another organization`;
  return null;
}

const LeadOrder = z.object({ orderId: z.string() });

/** The problem of a stream whose id is derived from an order; null for none, and for other streams. */
export function orderProblem({
  type,
  stream,
  tenant,
  data,
}: {
  type: string;
  stream: string;
  tenant: TenantId;
  data: unknown;
}): string | null {
  switch (type) {
    case 'LeadCreated':
    case 'LeadSetAside': {
      const { orderId } = LeadOrder.parse(data);
      return leadIdOf(tenant, orderId) === idOf(stream)
        ? null
        : `stream: ${stream} does not belong to the order id ${orderId}`;
    }
    case 'PaymentOrderCreated': {
      const { providerOrderId } = PaymentOrder.parse(data);
      return paymentIdOf(providerOrderId) === idOf(stream)
        ? null
        : `stream: ${stream} does not belong to the order ${providerOrderId}`;
    }
    default:
      return null;
  }
}
