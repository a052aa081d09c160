import type { Sent } from '@crm/platform/net/send.ts';

/** What an attempt means for its delivery and for its postback. */
export type ResponseClass = {
  outcome: 'success' | 'failed' | 'retry';
  /** In a line, for the log; null for a success. */
  reason: string | null;
  /** At the earliest after so many milliseconds, for a retry. */
  delayMs: number;
  /** What the circuit breaker makes of it: the partner is well, is not, or has said nothing of itself. */
  partner: 'well' | 'unwell' | 'unknown';
  /** The partner asked for quiet: nothing goes out for so long. */
  quietMs: number;
  /** 410: it wants no more of it. */
  gone: boolean;
};

/** A partner that asks for more is asked again after so long. */
const LONGEST_QUIET_MS = 60 * 60_000;
/** 410 turns a postback off; until that is known everywhere nothing more goes out. */
const GONE_QUIET_MS = 30_000;

/**
 * Judges what came of an attempt. 2xx is a success, everything else is tried again as long as there are tries, but for
 * 410 and what never could be sent. Retries are `retryDelay` apart, up to a fifth more by chance (`random`, 0 to 1),
 * so that what failed together does not come back together.
 */
export function classifyResponse(
  sent: Sent,
  { tries, retryDelay, now, random }: { tries: number; retryDelay: number; now: Date; random: number },
): ResponseClass {
  const calm = { delayMs: 0, quietMs: 0, gone: false };
  if (sent.kind === 'refused') return { ...calm, outcome: 'failed', reason: sent.reason, partner: 'unknown' };
  const answered = sent.kind === 'answered' ? sent : null;
  if (answered && answered.status >= 200 && answered.status < 300)
    return { ...calm, outcome: 'success', reason: null, partner: 'well' };
  if (answered?.status === 410)
    return {
      ...calm,
      outcome: 'failed',
      reason: 'Answered 410: the partner wants no more of it, and the postback was turned off',
      partner: 'unknown',
      quietMs: GONE_QUIET_MS,
      gone: true,
    };
  const quietMs = answered ? quietAsked(answered.headers['retry-after'], now) : 0;
  return {
    outcome: tries > 1 ? 'retry' : 'failed',
    reason: sent.kind === 'unanswered' ? sent.reason : reasonOf(sent.status),
    delayMs: Math.max(retryDelay * (1 + random / 5), quietMs),
    partner: !answered || answered.status >= 500 || [408, 429].includes(answered.status) ? 'unwell' : 'well',
    quietMs,
    gone: false,
  };
}

const reasonOf = (status: number) =>
  status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`;

/** Retry-After in milliseconds: seconds or a date, at most an hour; nothing where it is neither. */
function quietAsked(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_QUIET_MS);
}
