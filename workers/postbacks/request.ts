import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { hiddenIn, maskOf } from '@crm/events/postbacks/mask.ts';
import { render } from '@crm/events/postbacks/render.ts';
import { SIGNING_SECRET } from '@crm/events/postbacks/secrets.ts';
import { passesFilters, requestedTrigger } from '@crm/events/postbacks/triggers.ts';
import { type DeliveryPayload, valuesOf } from '@crm/events/postbacks/values.ts';
import type { Outgoing, Sent } from '@crm/platform/net/send.ts';
import { signedHeaders } from '@crm/platform/net/sign.ts';
import { type Kept, validValues } from '@crm/platform/secrets/secrets.ts';
import type { Configuration } from './configurations.ts';
import type { Attempt } from './settlement.ts';

/** Whether the current configuration sends a delivery, and with which data. */
type Decision =
  | { kind: 'wanted'; details: PostbackDetails; payload: DeliveryPayload }
  | { kind: 'suppressed'; reason: string };

const suppressed = (reason: string): Decision => ({ kind: 'suppressed', reason });

/** Decides whether the current configuration sends a delivery; its payload gets the trigger that is still requested. */
export function decideDelivery(state: Configuration['state'], payload: DeliveryPayload): Decision {
  switch (state.phase) {
    case 'none':
    case 'deleted':
      return suppressed('The postback was deleted');
    case 'present': {
      if (!state.isActive) return suppressed('The postback is off');
      const { details } = state;
      const { lead, previousStatus } = payload;
      const event = requestedTrigger(details, payload);
      if (event === null) return suppressed(`The postback no longer asks for ${payload.event}`);
      // Conditions apply to status changes only, which have a previous status.
      const { statusConditions } = details;
      const wanted =
        previousStatus === null || statusConditions.length === 0 || statusConditions.includes(lead.status);
      return wanted && passesFilters(details, lead)
        ? { kind: 'wanted', details, payload: { ...payload, event } }
        : suppressed('The postback no longer asks for such leads');
    }
    default:
      return state satisfies never;
  }
}

/** Renders a delivery's request with the current configuration and signs it with the delivery's id. */
export function requestOf(
  { delivery, payload, details }: { delivery: string; payload: DeliveryPayload; details: PostbackDetails },
  kept: Kept,
  at: Date,
): Outgoing {
  const { method, url, headers, body } = render(details, valuesOf(payload, details.statusMap), kept.values);
  const secrets = validValues(kept, SIGNING_SECRET);
  return {
    method,
    url,
    headers: { ...headers, ...signedHeaders({ id: delivery, at, body: body ?? '', secrets }) },
    body,
    timeoutMs: details.timeout,
  };
}

/** Builds the log entry of an attempt. All secrets are masked, also where the response repeats them. */
export function attemptOf(outgoing: Outgoing, sent: Sent, kept: Kept, at: Date): Attempt {
  // Signing secrets are never sent, so a response cannot repeat them.
  const sentAlong = Object.entries(kept.values).flatMap(([name, secret]) =>
    name === SIGNING_SECRET ? [] : [secret],
  );
  const mask = maskOf(hiddenIn(outgoing, sentAlong));
  const { method, url, headers, body } = mask.request(outgoing);
  const answered = sent.kind === 'answered' ? sent : null;
  return {
    at,
    method,
    url,
    requestHeaders: headers,
    requestBody: body,
    status: sent.kind === 'refused' ? null : sent.status,
    responseHeaders: answered && mask.headers(answered.headers),
    responseBody: answered && mask.text(answered.body),
    responseCut: answered?.cut ?? false,
    ms: sent.ms,
    error: sent.kind === 'answered' ? null : sent.reason,
  };
}
