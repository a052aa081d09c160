import { setMaxListeners } from 'node:events';
import { SIGNING_SECRET, secretsOf } from '@crm/events/postbacks/secrets.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Sender } from '@crm/platform/net/send.ts';
import { pause, pauseAfter } from '@crm/platform/runner/failure.ts';
import type { Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Pool } from 'pg';
import { type Claimed, claim, claimsOf } from './claim.ts';
import { classifyResponse } from './classify.ts';
import { openConfigCache, type Ready } from './config-cache.ts';
import type { Lease } from './lease.ts';
import { attemptOf, requestOf, whyNot } from './request.ts';
import type { Settlement } from './settle.ts';
import type { WakeUp } from './wake-up.ts';

export type DeliverOptions = {
  pool: Pool;
  secrets: Secrets;
  sender: Sender;
  lease: Lease;
  log: Log;
  /** Rung when there may be something to send. */
  work: WakeUp;
  /** Turns a postback off whose partner answered 410. */
  retire: (claimed: Claimed) => Promise<void>;
  /** Resolves when results of more deliveries can be queued for writing. */
  waitForRoom: () => Promise<void>;
  /** Told when deliveries were claimed, before any of them is sent. */
  claimed: () => void;
  /** Told of each claimed delivery what became of it, once. */
  settled: (settlement: Settlement) => void;
  signal: AbortSignal;
};

/** Requests under way in one process; the share is what one postback may have of them, however slow it is. */
const MOST_UNDER_WAY = 256;
const SHARE = 24;
/** Looked at without being told to: retries come due, and other processes put deliveries into the queue. */
const LOOK_EVERY_MS = 250;
/** Looked at most so often, so that one claim is worth its statement. */
const CLAIM_EVERY_MS = 20;
/** After the signal, requests under way have so long to be answered. */
const LAST_WORDS_MS = 4_000;
/** A secret that is not there yet comes in a moment. */
const NOT_READY_MS = 1_000;
/** Or never: the process that was to keep it died in between. */
const NEVER_READY_MS = 60_000;
const UNSIGNED =
  'The postback has no signing secret, or lacks another: roll it, or give that again, and retry';
const UNREADABLE = 'The secrets of the postback cannot be read: is SECRET_KEY the one they were kept under?';

/** Claims deliveries and sends them, until the signal aborts and what is under way is told. */
export async function deliver(options: DeliverOptions): Promise<void> {
  const { pool, secrets, lease, log, work, signal, settled } = options;
  const lay = openConfigCache(pool, secrets, log);
  const claimOf = claimsOf(pool);
  const underWay = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  const cutOff = new AbortController();
  setMaxListeners(MOST_UNDER_WAY, cutOff.signal);

  function start(claimed: Claimed, ready: Ready | undefined) {
    const { postback } = claimed;
    underWay.set(postback, (underWay.get(postback) ?? 0) + 1);
    const one = attempt(claimed, ready, options, cutOff.signal)
      .catch((error: unknown): Settlement => {
        // A bug of ours: it is tried no more than what a partner fails at, and told as what it is.
        log.error({ err: error, delivery: claimed.delivery }, 'A delivery could not be made');
        return { claimed, kind: 'held', delayMs: 60_000 };
      })
      .then((settlement) => {
        const left = (underWay.get(postback) ?? 1) - 1;
        if (left > 0) underWay.set(postback, left);
        else underWay.delete(postback);
        sending.delete(one);
        settled(settlement);
        work.wake();
      });
    sending.add(one);
  }

  let failures = 0;
  while (!signal.aborted) {
    await options.waitForRoom();
    const token = lease.token();
    const most = MOST_UNDER_WAY - sending.size;
    let full = false;
    if (token !== null && most > 0 && !signal.aborted) {
      try {
        const { claimed, ready } = await claimOf(token, async (id) => {
          const rows = await claim(pool, id, { most, share: SHARE, underWay });
          return { claimed: rows, ready: await lay(rows) };
        });
        if (claimed.length > 0) options.claimed();
        for (const each of claimed) start(each, ready.get(each.postback));
        full = claimed.length > 0;
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error }, 'Deliveries could not be claimed; trying again');
        await pause(pauseAfter(failures++), signal);
        continue;
      }
    }
    await pause(CLAIM_EVERY_MS, signal);
    if (!full) await work.sleep(LOOK_EVERY_MS, signal);
  }
  const late = setTimeout(() => cutOff.abort(), LAST_WORDS_MS);
  await Promise.all(sending);
  clearTimeout(late);
}

/** One attempt, or why there was none. */
async function attempt(
  claimed: Claimed,
  ready: Ready | undefined,
  { sender, lease, retire }: DeliverOptions,
  cutOff: AbortSignal,
): Promise<Settlement> {
  const { delivery, payload, tries } = claimed;
  const state = ready?.configuration.state ?? { phase: 'deleted' };
  const reason = whyNot(state, payload);
  if (reason !== null || state.phase !== 'present') {
    return { claimed, kind: 'unsent', status: 'suppressed', reason: reason ?? 'The postback was deleted' };
  }
  const { details } = state;
  const kept = ready?.kept ?? null;
  // Trying again would not help: it is another SECRET_KEY than the one they were kept under.
  if (kept === null) return { claimed, kind: 'unsent', status: 'failed', reason: UNREADABLE };
  // This process stood still since it claimed: it may be another's by now.
  if (!lease.isFresh()) return { claimed, kind: 'held', delayMs: 0 };
  // A secret may come a moment after the event that names it; without it nothing goes out.
  const needed = [SIGNING_SECRET, ...secretsOf(details)];
  if (needed.some((name) => kept.values[name] === undefined)) {
    return claimed.waited < NEVER_READY_MS
      ? { claimed, kind: 'held', delayMs: NOT_READY_MS }
      : { claimed, kind: 'unsent', status: 'failed', reason: UNSIGNED };
  }

  const at = new Date();
  const outgoing = requestOf(delivery, payload, details, kept, at);
  const sent = await sender.send(outgoing, cutOff);
  if (cutOff.aborted && sent.kind === 'unanswered') return { claimed, kind: 'held', delayMs: 0 };
  const { retryDelay } = details;
  const verdict = classifyResponse(sent, { tries, retryDelay, now: new Date(), random: Math.random() });
  if (verdict.gone) await retire(claimed);
  return { claimed, kind: 'tried', verdict, attempt: attemptOf(outgoing, sent, kept, at) };
}
