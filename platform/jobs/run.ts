import { EventEmitter } from 'node:events';
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run as runGraphile,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import { pause, pauseAfter } from '../runner/failure.ts';
import type { AnyJob, JobContext, Schedule } from './job.ts';

/** Jobs that one process runs at once; with the connection that listens, as many as the pool `jobs` has. */
const CONCURRENCY = 2;
/**
 * The library completes a job without awaiting it, so a connection cut at that moment would be an unhandled rejection and
 * end the process. Completed in batches, even of one, the error ends the queue instead, which is then started again.
 */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
/** A new job wakes a worker by NOTIFY; polling finds retries that are due, and what a lost connection missed. */
const POLL_MS = 2_000;

export type RunJobsOptions = Omit<JobContext, 'attempt'> & {
  jobs: readonly AnyJob[];
  schedules: readonly Schedule[];
};

/**
 * Runs jobs and schedules until the signal aborts, and ends when the running ones have. Any number of processes may
 * run this: each job is taken by one of them, and a schedule's run is added once. When Postgres goes away it starts
 * again. A job whose process was killed is taken up again by the library after four hours; what must go on at once
 * is a batch (../batches), whose lease ends after seconds.
 */
export async function runJobs({ jobs, schedules, signal, ...context }: RunJobsOptions): Promise<void> {
  const { log, pools } = context;
  const tasks: TaskList = {};
  for (const { name, payload, run } of jobs)
    tasks[name] = (data, { job, abortSignal }) =>
      run(z.parse(payload, data), { ...context, ...attemptOf(job.attempts, abortSignal, signal) });
  for (const { name, run } of schedules)
    tasks[name] = (_, { job, abortSignal }) =>
      run({ ...context, ...attemptOf(job.attempts, abortSignal, signal) });
  const logger = loggerOn(log);
  let worker: string | null = null;
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    worker = workerPool.id;
  });

  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (worker !== null) await unlockJobs(pools.jobs, worker);
      const runner = await runGraphile({
        preset,
        events,
        pgPool: pools.jobs,
        logger,
        noHandleSignals: true,
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        taskList: tasks,
        parsedCronItems: parseCronItems(schedules.map(cronItemOf)),
      });
      failures = 0;
      await untilStopped(runner, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'The job queue was interrupted; starting it again');
    }
    await pause(pauseAfter(failures), signal);
  }
}

/** Creates or updates the library's own schema `graphile_worker`. Several processes may do so at once. */
export async function migrateJobs(databaseUrl: string, log?: Log): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  // A Postgres that is stopped right after this may still cut the connection: the library's own pool would throw.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool, ...(log && { logger: loggerOn(log) }) });
  } finally {
    await pool.end();
  }
}

/** Frees the jobs that an interrupted queue of this process could not complete; they run again. */
async function unlockJobs(pool: Pool, worker: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[worker]]);
}

const attemptOf = (attempt: number, ...signals: (AbortSignal | undefined)[]) => ({
  attempt,
  signal: AbortSignal.any(signals.filter((each) => each !== undefined)),
});

const cronItemOf = ({ name, cron, catchUpMs }: Schedule): CronItem => ({
  task: name,
  match: cron,
  // The key keeps a run that has not begun from being added a second time; missed ones become one.
  options: { backfillPeriod: catchUpMs, jobKey: name, queueName: name, maxAttempts: 5 },
});

/** Ends when the runner has ended: because of the signal, or by itself when it throws. */
async function untilStopped(runner: Runner, signal: AbortSignal): Promise<void> {
  const stop = () => void runner.stop().catch(() => {}); // already stopping
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    await runner.promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The library's messages in our log. Payloads are not in them; failed jobs are warnings, all else is for debugging. */
const loggerOn = (log: Log) =>
  new Logger((scope) => (level, message, meta) => {
    const fields = { job: scope.taskIdentifier, err: meta?.['error'] };
    if (level === 'error' || level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
