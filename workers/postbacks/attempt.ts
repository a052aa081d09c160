import { SIGNING_SECRET, secretsOf } from '@crm/events/postbacks/secrets.ts';
import type { Sender } from '@crm/platform/net/send.ts';
import type { Claimed } from './claim.ts';
import { classifyResponse } from './classify.ts';
import type { Ready } from './config-cache.ts';
import type { Lease } from './lease.ts';
import { attemptOf, decideDelivery, requestOf } from './request.ts';
import type { Settlement } from './settlement.ts';

export type AttemptOptions = {
  sender: Sender;
  lease: Pick<Lease, 'isFresh'>;
  /** Disables a postback whose partner answered 410. @returns whether it is off */
  retire: (claimed: Claimed) => Promise<boolean>;
};

/** Delay for a secret that is not stored yet: it usually arrives within a moment. */
const NOT_READY_MS = 1_000;
/** After this time the secret will not arrive: the process that should store it died before it did. */
const NEVER_READY_MS = 60_000;
const SECRET_MISSING =
  'A secret of this postback is missing. Enter it again or roll the signing secret, then retry.';
const TURNED_OFF = ', and the postback was turned off';
const NOT_TURNED_OFF = ', but the postback could not be turned off';
const UNREADABLE = 'The secrets of the postback cannot be read: is SECRET_KEY the key that encrypted them?';

/**
 * Makes one attempt, or returns the reason why nothing was sent.
 * @param ready the postback at the time of the claim; undefined if it was deleted
 */
export async function attemptDelivery(
  claimed: Claimed,
  ready: Ready | undefined,
  { sender, lease, retire }: AttemptOptions,
  cutOff: AbortSignal,
): Promise<Settlement> {
  const { delivery, tries } = claimed;
  const decision = decideDelivery(ready?.configuration.state ?? { phase: 'deleted' }, claimed.payload);
  if (decision.kind === 'suppressed')
    return { claimed, kind: 'unsent', status: 'suppressed', reason: decision.reason };
  const { details, payload } = decision;
  const kept = ready?.kept ?? null;
  // A retry does not help: SECRET_KEY is not the key that encrypted these secrets.
  if (kept === null) return { claimed, kind: 'unsent', status: 'failed', reason: UNREADABLE };
  // This process was suspended after the claim: another worker may own the delivery now.
  if (!lease.isFresh()) return { claimed, kind: 'held', delayMs: 0 };
  // A secret may arrive shortly after the event that names it; without it nothing is sent.
  const needed = [SIGNING_SECRET, ...secretsOf(details)];
  if (needed.some((name) => kept.values[name] === undefined)) {
    return claimed.waited < NEVER_READY_MS
      ? { claimed, kind: 'held', delayMs: NOT_READY_MS }
      : { claimed, kind: 'unsent', status: 'failed', reason: SECRET_MISSING };
  }

  const at = new Date();
  const outgoing = requestOf({ delivery, payload, details }, kept, at);
  const sent = await sender.send(outgoing, cutOff);
  if (cutOff.aborted && sent.kind === 'unanswered') return { claimed, kind: 'held', delayMs: 0 };
  const { retryDelay } = details;
  const answer = classifyResponse(sent, { tries, retryDelay, now: new Date(), random: Math.random() });
  const verdict = answer.gone
    ? { ...answer, reason: `${answer.reason}${(await retire(claimed)) ? TURNED_OFF : NOT_TURNED_OFF}` }
    : answer;
  const { event } = payload;
  return { claimed, kind: 'tried', verdict, event, attempt: attemptOf(outgoing, sent, kept, at) };
}
