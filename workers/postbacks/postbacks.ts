import { PostbackId, TenantId } from '@crm/events/ids.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import { postbackStream } from '@crm/events/streams.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import { isUnavailable } from '@crm/platform/failures/classify.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Sender } from '@crm/platform/net/send.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import type { Leadership } from '@crm/platform/runner/leadership.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { registerConsumer } from '@crm/platform/runner/register.ts';
import { run } from '@crm/platform/runner/run.ts';
import { openWakeUp } from '@crm/platform/runner/wake-up.ts';
import type { Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Claimed } from './claim.ts';
import { deliver } from './deliver.ts';
import { giveUpExpired } from './give-up.ts';
import { gatherHints, type PublishToAdmins } from './hints.ts';
import { keepLease } from './lease.ts';
import { postbackReaction } from './react.ts';
import { openRecorder } from './record.ts';

/** A step of a delivery; tests kill the worker there. */
export type Milestone = 'checkpointed' | 'claimed' | 'answered' | 'recorded';

export type PostbacksOptions = {
  deps: CommandDependencies;
  pools: Pools;
  leadership: Leadership;
  secrets: Secrets;
  sender: Sender;
  publishToAdmins: PublishToAdmins;
  /** Wakes the sender when events arrive that may become deliveries (group.ts); null without Kafka. */
  followTopic: ((wake: () => void) => Promise<void>) | null;
  log: Log;
  signal: AbortSignal;
  /** A worker that is silent for this time loses its claims. */
  leaseMs?: number;
  reached?: (milestone: Milestone) => void;
};

const LEASE_MS = 15_000;

/**
 * Delivers postbacks until the signal aborts: the reaction turns events into deliveries; the worker sends them and
 * records the results. Any number of processes may run this: one leads the reaction, all send.
 *
 * A delivery goes from react.ts to enqueue.ts, the table postback_queue, claim.ts, deliver.ts, attempt.ts (which sends the
 * request), record.ts and settle.ts (which writes its result).
 *
 * The reaction's checkpoint starts at the head of the store, so that events from before the first start are never sent
 * by accident. (Backfill sends them on request.)
 */
export async function runPostbacks(options: PostbacksOptions): Promise<void> {
  const { deps, pools, leadership, secrets, sender, publishToAdmins, log, signal } = options;
  const { leaseMs = LEASE_MS, reached = () => {} } = options;
  const pool = pools.deliveries;
  const work = openWakeUp();
  const news = gatherHints(publishToAdmins);

  const reaction = postbackReaction(deps.store, (reacted) => {
    reached('checkpointed');
    work.wake();
    news(reacted);
  });
  await registerConsumer(reaction, { pool: pools.projections, log, signal }, () => deps.store.head());
  const reacting = run(reaction, {
    pool: pools.projections,
    leadership,
    store: deps.store,
    progress: createProgress(pools.projections),
    log,
    signal,
  });

  // On shutdown: wait for running requests, record their results, then release the lease.
  const allRecorded = new AbortController();
  const allWritten = new AbortController();
  const lease = keepLease(pool, { leaseMs, log, signal: allWritten.signal });
  const recorder = openRecorder({
    pool,
    log,
    work,
    signal: allRecorded.signal,
    committed: (settlements) => {
      reached('recorded');
      news(settlements.map(({ claimed }) => claimed));
    },
  });
  const recording = recorder.run();
  const following = options.followTopic?.(work.wake);
  const givingUp = giveUpExpired({ pool, lease, recorder, log, signal });
  await deliver({
    pool,
    secrets,
    sender,
    lease,
    log,
    work,
    signal,
    retire: (claimed) => retire(deps, claimed, log),
    waitForRoom: () => recorder.waitForRoom(signal),
    claimed: () => reached('claimed'),
    settled: (settlement) => {
      reached('answered');
      recorder.record(settlement);
    },
  });
  await givingUp;
  allRecorded.abort();
  await recording;
  allWritten.abort();
  await lease.ended;
  await lease
    .release()
    .catch((error: unknown) => log.warn({ err: error }, 'The lease on deliveries runs out by itself'));
  await reacting;
  await following;
}

/**
 * Disables a postback whose partner answered 410, through its decider. If two attempts get a 410, the second finds the
 * postback disabled.
 * @returns whether the postback is off
 */
async function retire(
  deps: CommandDependencies,
  { tenant, postback, delivery }: Claimed,
  log: Log,
): Promise<boolean> {
  const done = await execute(deps, {
    aggregate: postbacks,
    stream: postbackStream(PostbackId.parse(postback)),
    tenant: TenantId.parse(tenant),
    command: { type: 'RetirePostback', delivery },
    ...bySystem('postbacks'),
    commandId: newCommandId(),
    creates: false,
  }).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    return refused('unavailable'); // as when the append fails: the answer is recorded in any case
  });
  if (done.kind !== 'refused') return true;
  // The next 410 repeats the command.
  log.warn({ postback, refused: done }, 'A postback answered 410 and could not be turned off');
  return false;
}
