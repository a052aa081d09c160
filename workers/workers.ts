import { runBatches } from '@crm/platform/batches/engine.ts';
import { freeRuns } from '@crm/platform/batches/runs.ts';
import type { CommandDependencies } from '@crm/platform/commands/execute.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { retryOutagesUntilAborted } from '@crm/platform/failures/retry-outages.ts';
import { runReaction } from '@crm/platform/jobs/reaction.ts';
import { freeJobs, runJobs } from '@crm/platform/jobs/run.ts';
import type { Publish } from '@crm/platform/live/publish.ts';
import { adminsOf, userRoom } from '@crm/platform/live/rooms.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import { openPaymentProvider } from '@crm/platform/payments/open.ts';
import { sealUnder } from '@crm/platform/secrets/seal.ts';
import type { Foundation } from '@crm/platform/start/foundation.ts';
import { batchKinds, jobs, reactions, schedules } from './app.ts';
import type { PublishMail } from './mail/send.ts';
import { openMailTransport } from './mail/transport.ts';
import type { Mirror } from './mirror/open.ts';
import { followTopicOf } from './postbacks/group.ts';
import type { PublishToAdmins } from './postbacks/hints.ts';
import { freeDeliveries } from './postbacks/lease.ts';
import { runPostbacks } from './postbacks/postbacks.ts';

/** Read models that batches use. */
export const WORKERS_READ = ['users', 'offers', 'leads', 'postbacks'] as const;

export type WorkersOptions = {
  deps: Required<CommandDependencies>;
  mirror: Mirror | null;
  partners: Pick<Partners, 'secrets' | 'sender'>;
  /** Sends hints to the browsers, of this process or others. */
  publish: Publish;
  /** Batches begin when WORKERS_READ are built; all other work at once. */
  readModels: Promise<void>;
};

/** On a busy machine, the steps and deliveries under way take longer than other parts of a stop. */
const STOP_MS = 30_000;

/** Starts all asynchronous work: postbacks, jobs, schedules and batches. The stopper waits for its end. */
export function startWorkers(foundation: Foundation, options: WorkersOptions): void {
  const running = runWorkers(foundation, options);
  foundation.stopping.onStop('workers', () => running, STOP_MS);
}

async function runWorkers(
  { config, pools, access, leadership, isAlone, storedEvents, log, stopping }: Foundation,
  { deps, mirror, partners: { secrets, sender }, publish, readModels }: WorkersOptions,
): Promise<void> {
  const { signal } = stopping;
  // This is the only process, so every lease belongs to a process that has ended.
  const freeLeases = () =>
    Promise.all([freeRuns(pools.background), freeDeliveries(pools.deliveries), freeJobs(pools.jobs)]);
  if (isAlone)
    await retryOutagesUntilAborted('Leases cannot be freed yet; trying again', freeLeases, { log, signal });
  const { store } = deps;
  const pool = pools.background;
  const mail = openMailTransport(config.mail);
  const payments = await openPaymentProvider(config, pools.commands);
  await Promise.all([
    runPostbacks({
      deps,
      pools,
      leadership,
      secrets,
      sender,
      publishToAdmins: publishToAdmins(publish),
      followTopic: followTopicOf({ config, log, stopping }),
      log,
      signal,
    }),
    mirror?.run(),
    ...reactions.map((reaction) =>
      runReaction(reaction, { pool: pools.projections, leadership, store, log, signal }),
    ),
    runJobs({
      jobs: jobs({
        access,
        mail,
        publishMail: publishMail(publish),
        publicUrl: config.publicUrl,
        seal: sealUnder(config.secretKey),
        payments,
        storedEvents,
      }),
      schedules: schedules(mail, config.secretKey, storedEvents),
      ...deps,
      pools,
      leadership,
      log,
      signal,
    }),
    readModels.then(
      () => runBatches({ kinds: batchKinds(deps, storedEvents, pool), deps, pool, leadership, log, signal }),
      () => {}, // the start failed or was stopped, and reports the reason itself
    ),
  ]);
}

/**
 * Sends hints about rows that workers write to the admins of a tenant. Such a hint has no position in the event store,
 * so every screen on its topic refetches.
 */
const publishToAdmins =
  (publish: Publish): PublishToAdmins =>
  (tenant, topic, ids) =>
    publish([{ room: adminsOf(tenant), topic, ids: [...ids], position: START }]);

/** Sends a hint to the user who watches a mail: its result changed. */
const publishMail =
  (publish: Publish): PublishMail =>
  ({ watcher, about }) => {
    if (watcher !== null)
      publish([{ room: userRoom(watcher), topic: 'mails', ids: [about], position: START }]);
  };
