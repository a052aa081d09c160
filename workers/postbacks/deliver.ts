import { setMaxListeners } from 'node:events';
import { pause, pauseAfter } from '@crm/platform/failures/pause.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
import type { WakeUp } from '@crm/platform/runner/wake-up.ts';
import type { Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Pool } from 'pg';
import { type AttemptOptions, attemptDelivery } from './attempt.ts';
import { type Claimed, claim, claimsOf } from './claim.ts';
import { openConfigCache, type Ready } from './config-cache.ts';
import type { Lease } from './lease.ts';
import type { Settlement } from './settlement.ts';
import { inDeliverySpan, logResult } from './trace.ts';

export type DeliverOptions = AttemptOptions & {
  pool: Pool;
  secrets: Secrets;
  lease: Lease;
  log: Log;
  /** Signalled when there may be something to send. */
  work: WakeUp;
  /** Resolves when results of more deliveries can be queued for writing. */
  waitForRoom: () => Promise<void>;
  /** Called after deliveries were claimed, before any of them is sent. */
  claimed: () => void;
  /** Called once per claimed delivery, with its result. */
  settled: (settlement: Settlement) => void;
  signal: AbortSignal;
};

/** Maximum of running requests in one process; SHARE is the maximum of one postback, however slow its partner is. */
const MOST_IN_FLIGHT = 256;
const SHARE = 24;
/**
 * The loop also runs without a wake-up signal: retries become due, and other processes enqueue deliveries. An idle process
 * pays for it: at 250 ms, a quarter of its statements were this one.
 */
const LOOK_EVERY_MS = 1_000;
/** Minimum pause between claims, so that one statement claims many deliveries. */
const CLAIM_EVERY_MS = 20;
/** After the stop signal, running requests have this time to finish. */
const SHUTDOWN_MS = 4_000;

/** Claims deliveries and sends them until the signal aborts and every running request has a result. */
export async function deliver(options: DeliverOptions): Promise<void> {
  const { pool, secrets, lease, log, work, signal, settled } = options;
  const configure = openConfigCache(pool, secrets, log);
  const claimOf = claimsOf(pool);
  const inFlight = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  const cutOff = new AbortController();
  setMaxListeners(MOST_IN_FLIGHT, cutOff.signal);

  function start(claimed: Claimed, ready: Ready | undefined) {
    const { postback } = claimed;
    inFlight.set(postback, (inFlight.get(postback) ?? 0) + 1);
    const one = inDeliverySpan(claimed, () => attemptDelivery(claimed, ready, options, cutOff.signal))
      .catch((error: unknown): Settlement => {
        // A bug of ours: the delivery waits a minute and keeps its remaining attempts.
        const { delivery, payload } = claimed;
        const { correlationId } = payload;
        log.error({ err: error, delivery, correlationId }, 'A delivery could not be made');
        return { claimed, kind: 'held', delayMs: 60_000 };
      })
      .then((settlement) => {
        const left = (inFlight.get(postback) ?? 1) - 1;
        if (left > 0) inFlight.set(postback, left);
        else inFlight.delete(postback);
        sending.delete(one);
        logResult(settlement, log);
        settled(settlement);
        work.wake();
      });
    sending.add(one);
  }

  const logFailure = outageLog(log, 'Deliveries could not be claimed; trying again');
  let failures = 0;
  while (!signal.aborted) {
    await options.waitForRoom();
    const token = lease.token();
    const most = MOST_IN_FLIGHT - sending.size;
    let hasClaimed = false;
    if (token !== null && most > 0 && !signal.aborted) {
      try {
        const { claimed, ready } = await claimOf(token, async (id) => {
          const rows = await claim(pool, id, { most, share: SHARE, inFlight });
          return { claimed: rows, ready: await configure(rows) };
        });
        if (claimed.length > 0) options.claimed();
        for (const each of claimed) start(each, ready.get(each.postback));
        hasClaimed = claimed.length > 0;
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        logFailure({ err: error });
        await pause(pauseAfter(failures++), signal);
        continue;
      }
    }
    await pause(CLAIM_EVERY_MS, signal);
    if (!hasClaimed) await work.sleep(LOOK_EVERY_MS, signal);
  }
  const late = setTimeout(() => cutOff.abort(), SHUTDOWN_MS);
  await Promise.all(sending);
  clearTimeout(late);
}
