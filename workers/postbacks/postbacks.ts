import { randomUUID } from 'node:crypto';
import { PostbackId, TenantId } from '@crm/events/ids.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import { postbackStream } from '@crm/events/streams.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Sender } from '@crm/platform/net/send.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { pause, pauseAfter } from '@crm/platform/runner/failure.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { run } from '@crm/platform/runner/run.ts';
import type { Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Claimed } from './claim.ts';
import { deliver } from './deliver.ts';
import { giveUpExpired } from './give-up.ts';
import { gatherHints, type TellAdmins } from './hints.ts';
import { keepLease } from './lease.ts';
import { postbackReaction, REACTION, REACTION_VERSION } from './react.ts';
import { openRecorder } from './record.ts';
import { openWakeUp } from './wake-up.ts';

/** Where a delivery has come to; for tests that kill there. */
export type Milestone = 'checkpointed' | 'claimed' | 'answered' | 'recorded';

export type PostbacksOptions = {
  deps: CommandDependencies;
  pools: Pools;
  secrets: Secrets;
  sender: Sender;
  tell: TellAdmins;
  log: Log;
  signal: AbortSignal;
  /** A worker that is silent for so long loses its claims. */
  leaseMs?: number;
  reached?: (milestone: Milestone) => void;
};

const LEASE_MS = 15_000;

/**
 * Delivers postbacks until the signal aborts: the reaction turns events into deliveries, the worker sends them and
 * writes down what came of it. Any number of processes may run this: one of them leads the reaction, all of them send.
 *
 * The reaction begins at the store's head when it is first started: history from before there were postbacks is never
 * sent by accident. (Backfill sends it on purpose.)
 */
export async function runPostbacks(options: PostbacksOptions): Promise<void> {
  const { deps, pools, secrets, sender, tell, log, signal } = options;
  const { leaseMs = LEASE_MS, reached = () => {} } = options;
  const pool = pools.deliveries;
  await registered(options);
  const work = openWakeUp();
  const news = gatherHints(tell);

  const reaction = postbackReaction(deps.store, (reacted) => {
    reached('checkpointed');
    work.wake();
    news(reacted);
  });
  const progress = createProgress(pools.projections);
  const reacting = run(reaction, { pool: pools.projections, store: deps.store, progress, log, signal });

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
  const givingUp = giveUpExpired({ pool, lease, recorder, log, signal });
  await deliver({
    ...{ pool, secrets, sender, lease, log, work, signal },
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
}

/** Enters the reaction; waits for a store or a database that is away. */
async function registered({ deps, pools, log, signal }: PostbacksOptions): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await register(pools.projections, REACTION, REACTION_VERSION, await deps.store.head());
    } catch (error) {
      log.warn({ err: error }, 'Postbacks cannot begin yet; trying again');
      await pause(pauseAfter(failures), signal);
    }
  }
}

/** Turns off what a partner answered 410 to, by the postback's own rules. Whoever is second finds it off already. */
async function retire(
  deps: CommandDependencies,
  { tenant, postback, delivery }: Claimed,
  log: Log,
): Promise<void> {
  const done = await execute(deps, {
    aggregate: postbacks,
    stream: postbackStream(PostbackId.parse(postback)),
    tenant: TenantId.parse(tenant),
    command: { type: 'RetirePostback', delivery },
    actor: { kind: 'system', name: 'postbacks' },
    origin: { ip: null, userAgent: null },
    commandId: { id: randomUUID(), keyed: false, requestHash: null },
    creates: false,
  });
  // The next 410 turns it off.
  if (done.kind === 'refused')
    log.warn({ postback, refused: done }, 'A postback answered 410 and could not be turned off');
}
