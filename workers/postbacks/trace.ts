import type { Log } from '@crm/platform/log/log.ts';
import { inSpan } from '@crm/platform/tracing/tracing.ts';
import type { Claimed } from './claim.ts';
import { outcomeOf, type Settlement } from './settlement.ts';

/**
 * Makes a delivery a span of the trace of its event. The trace context is not sent to the partner: the request has the
 * headers of the postback and those of docs/postbacks.md, and no others.
 */
export const inDeliverySpan = ({ delivery, payload }: Claimed, deliver: () => Promise<Settlement>) =>
  inSpan(
    'postback delivery',
    {
      kind: 'client',
      parent: payload.traceparent,
      attributes: { 'crm.delivery': delivery, 'crm.correlation_id': payload.correlationId },
    },
    deliver,
    resultOf,
  );

/** At level debug, a line per attempt, without the request, whose address and answer may contain personal data. */
export function logResult(settlement: Settlement, log: Log): void {
  if (!log.isLevelEnabled('debug')) return;
  const { delivery, postback, payload } = settlement.claimed;
  const result = resultOf(settlement);
  log.debug({ correlationId: payload.correlationId, delivery, postback, ...result }, 'postback delivery');
}

function resultOf(settlement: Settlement) {
  const attempt = settlement.kind === 'tried' ? settlement.attempt : null;
  return {
    outcome: outcomeOf(settlement),
    status: attempt?.status ?? undefined,
    ms: attempt === null ? undefined : Math.round(attempt.ms),
  };
}
