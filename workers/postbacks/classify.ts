import type { Sent } from '@crm/platform/net/send.ts';

/** The effect of an attempt's result on the delivery and on the postback's circuit. */
export type ResponseClass = {
  outcome: 'success' | 'failed' | 'retry';
  /** One line for the log; null for a success. */
  reason: string | null;
  /** Minimum delay before a retry. */
  delayMs: number;
  /** Effect on the circuit breaker: none if the partner was not reached, or if its answer shows neither. */
  circuit: 'success' | 'failure' | 'none';
  /** The partner asked for a pause: no request is sent for this time. */
  quietMs: number;
  /** The partner answered 410: it does not want this postback any more. */
  gone: boolean;
};

/** A longer Retry-After is cut to this time. */
const LONGEST_QUIET_MS = 60 * 60_000;
/** A 410 disables the postback. No request is sent for this time, until every worker has the change. */
const GONE_QUIET_MS = 30_000;

/**
 * Classifies the result of an attempt. 2xx is a success. Any other result is retried while `tries` > 1, except 410 and
 * requests that could not be sent. The delay is `retryDelay` (ms) plus a random part of up to a fifth (`random`, 0 to
 * 1), so that deliveries that failed together are not retried together.
 */
export function classifyResponse(
  sent: Sent,
  { tries, retryDelay, now, random }: { tries: number; retryDelay: number; now: Date; random: number },
): ResponseClass {
  const calm = { delayMs: 0, quietMs: 0, gone: false };
  if (sent.kind === 'refused') return { ...calm, outcome: 'failed', reason: sent.reason, circuit: 'none' };
  const answered = sent.kind === 'answered' ? sent : null;
  if (answered && answered.status >= 200 && answered.status < 300)
    return { ...calm, outcome: 'success', reason: null, circuit: 'success' };
  if (answered?.status === 410)
    return {
      ...calm,
      outcome: 'failed',
      reason: 'Answered 410: the partner wants no more of it',
      circuit: 'none',
      quietMs: GONE_QUIET_MS,
      gone: true,
    };
  const quietMs = answered ? quietAsked(answered.headers['retry-after'], now) : 0;
  return {
    outcome: tries > 1 ? 'retry' : 'failed',
    reason: sent.kind === 'unanswered' ? sent.reason : reasonOf(sent.status),
    delayMs: Math.max(retryDelay * (1 + random / 5), quietMs),
    circuit:
      !answered || answered.status >= 500 || [408, 429].includes(answered.status) ? 'failure' : 'success',
    quietMs,
    gone: false,
  };
}

const reasonOf = (status: number) =>
  status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`;

/** Parses Retry-After (seconds or a date). @returns milliseconds, at most an hour; 0 if it is missing or invalid */
function quietAsked(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_QUIET_MS);
}
