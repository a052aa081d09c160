import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  type CronItem,
  parseCronItems,
  type Runner,
  run as runGraphile,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { z } from 'zod';
import { pause, pauseAfter } from '../failures/pause.ts';
import type { Leadership } from '../runner/leadership.ts';
import { inSpan } from '../tracing/tracing.ts';
import { causeIn } from './cause.ts';
import type { AnyJob, JobContext, Schedule, Slots } from './job.ts';
import { loggerOn } from './job-log.ts';
import { releaseJobsOfKilled } from './killed.ts';
import { runSchedule } from './run-schedule.ts';
import { withSignal } from './with-signal.ts';

/**
 * Maximum number of concurrent jobs per process, by kind. A job that runs holds no connection of the pool `jobs`: one per
 * kind listens, and two take and end the jobs of all.
 */
const SLOTS: Record<Slots, number> = { short: 2, long: 3, remote: 4 };
/**
 * The library completes a job without awaiting it, so a connection cut at that moment would be an unhandled rejection
 * and end the process. With batched completion (also of one job), the error ends only the queue, which then restarts.
 */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
/** A new job wakes a worker by NOTIFY; polling finds due retries, and jobs whose notification was lost. */
const POLL_MS = 2_000;

type Context = Omit<JobContext, 'attempt' | 'cause'>;

export type RunJobsOptions = Context & {
  jobs: readonly AnyJob[];
  schedules: readonly Schedule[];
  leadership: Leadership;
  /** How often jobs of killed processes are looked for; a shorter time for tests. */
  lookMs?: number;
};

/**
 * Runs jobs and schedules until the signal aborts; resolves when the running jobs have ended. Any number of processes
 * may run this: each job runs in one of them, and each scheduled run is added once. After an outage of Postgres it
 * restarts. The jobs of a killed process run again in another one after 10 to 15 s (killed.ts).
 */
export async function runJobs({
  jobs,
  schedules,
  leadership,
  lookMs,
  ...context
}: RunJobsOptions): Promise<void> {
  const { pools, log, signal } = context;
  /** The library's worker of each kind of slots. */
  const workers = new Map<string, string>();
  const queues = Object.entries(SLOTS).map(async ([kind, most]) => {
    const isOfKind = ({ slots = 'short' }: { slots?: Slots }) => slots === kind;
    const work = { jobs: jobs.filter(isOfKind), schedules: schedules.filter(isOfKind) };
    if (work.jobs.length + work.schedules.length === 0) return; // the library refuses to start without a task
    await runQueue(work, most, context, (worker) => workers.set(kind, worker));
  });
  const jobsEnded = Promise.all(queues).then(() => {});
  const own = { workers: () => [...workers.values()], jobsEnded };
  await Promise.all([
    jobsEnded,
    releaseJobsOfKilled({ ...own, pool: pools.background, leadership, log, signal, lookMs }),
  ]);
}

type Work = Pick<RunJobsOptions, 'jobs' | 'schedules'>;

/** Runs these jobs and schedules, at most `most` at once. @param started gets the id of the library's worker at each start */
async function runQueue(work: Work, most: number, context: Context, started: (worker: string) => void) {
  const { pools, log, signal } = context;
  const logger = loggerOn(log);
  let worker: string | null = null;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      worker = workerPool.id;
      started(worker);
    });
    try {
      if (worker !== null) await unlockJobs(pools.jobs, worker);
      const runner = await runGraphile({
        preset,
        events,
        pgPool: pools.jobs,
        logger,
        noHandleSignals: true,
        concurrency: most,
        pollInterval: POLL_MS,
        taskList: tasksOf(work, context),
        parsedCronItems: parseCronItems(work.schedules.map(cronItemOf)),
      });
      failures = 0;
      await untilStopped(runner, events, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'The job queue was interrupted; starting it again');
    }
    await pause(pauseAfter(failures), signal);
  }
}

function tasksOf({ jobs, schedules }: Work, context: Context): TaskList {
  const { log } = context;
  const tasks: TaskList = {};
  for (const { name, payload, run } of jobs)
    tasks[name] = (data, { job, abortSignal }) => {
      const cause = causeIn(data);
      return inSpan(`job ${name}`, { kind: 'internal', parent: cause?.traceparent }, async () => {
        const jobLog = cause ? log.child({ correlationId: cause.correlationId }) : log;
        jobLog.debug({ job: name, attempt: job.attempts }, 'job');
        await withSignal([abortSignal, context.signal], (signal) =>
          run(z.parse(payload, data), { ...context, attempt: job.attempts, signal, cause, log: jobLog }),
        );
      });
    };
  for (const declared of schedules) {
    const { name } = declared;
    tasks[name] = (_, { job, abortSignal }) =>
      withSignal([abortSignal, context.signal], (signal) =>
        runSchedule(declared, {
          ...context,
          attempt: job.attempts,
          signal,
          log: log.child({ schedule: name, correlationId: randomUUID() }),
        }),
      );
  }
  return tasks;
}

/** Releases the jobs of ended processes; they run again. For a process that has the database to itself. */
export async function freeJobs(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(
       array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
  );
}

/** Releases the jobs that an interrupted queue of this process could not complete; they run again. */
async function unlockJobs(pool: Pool, worker: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[worker]]);
}

const cronItemOf = ({ name, cron, catchUpMs }: Schedule): CronItem => ({
  task: name,
  match: cron,
  // The key prevents adding a run twice before it starts; several missed runs become one.
  options: { backfillPeriod: catchUpMs, jobKey: name, queueName: name, maxAttempts: 5 },
});

/** The events after which the shutdown of the library's queue waits for no worker any more. */
const WORKERS_ENDED = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

/**
 * Resolves when the runner has stopped after the signal; rejects if the runner fails. When the result of a job could not be
 * written, it rejects as soon as the workers have ended. The library itself would go on to wait for the results that are still
 * being written: it miscounts them when two fail at once, and then waits forever.
 */
async function untilStopped(runner: Runner, events: WorkerEvents, signal: AbortSignal): Promise<void> {
  const stop = () => void runner.stop().catch(() => {}); // already stopping
  const broken = new Promise<never>((_, reject) => {
    events.once('pool:fatalError', ({ error }) => {
      for (const ended of WORKERS_ENDED) events.once(ended, () => reject(error));
    });
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    await Promise.race([runner.promise, broken]);
  } finally {
    signal.removeEventListener('abort', stop);
    stop(); // also the schedules: after a result that could not be written, only the workers have ended
  }
}
