import type { Db } from '../postgres/transaction.ts';
import type { Cause } from './cause.ts';
import type { Job } from './job.ts';

/** The part of a job that the queue needs; its `run` may be made elsewhere, with dependencies of its own. */
export type QueuedJob<Payload> = Pick<Job<Payload>, 'name' | 'payload' | 'attempts' | 'oneAtATime'>;

type EnqueueOptions = {
  /** While a job waits, another one with the same key replaces it, also its time. */
  key: string;
  /** When the job is due; default: now. It waits in the database, also while no process runs. */
  runAt?: Date;
  /** The event behind the job: its lines in the log, its events and its trace name it. */
  cause?: Cause | undefined;
  /** Low: other due jobs go first, also those that were added later. */
  priority?: Priority | undefined;
};

export type Priority = 'low';

/** Smaller numbers go first; 0 is the library's default. */
const PRIORITIES: Record<Priority, number> = { low: 10 };

/** Collects a job. */
export type Enqueue = <Payload extends object>(
  job: QueuedJob<Payload>,
  payload: Payload,
  options: EnqueueOptions,
) => void;

type Spec = {
  identifier: string;
  payload: unknown;
  max_attempts: number;
  job_key: string;
  run_at: string | null;
  priority: number | null;
  /** The library runs the jobs of a queue one after the other. */
  queue_name: string | null;
};

/** Collects jobs and adds them in one statement. */
export function jobsToAdd(): { enqueue: Enqueue; add: (tx: Db) => Promise<void> } {
  const specs = new Map<string, Spec>();
  return {
    enqueue: ({ name, attempts, oneAtATime }, payload, { key, runAt, cause, priority }) => {
      const jobKey = `${name} ${key}`;
      // add_jobs refuses the same key twice in one call.
      specs.set(jobKey, {
        identifier: name,
        payload: cause === undefined ? payload : { ...payload, cause },
        max_attempts: attempts,
        job_key: jobKey,
        run_at: runAt?.toISOString() ?? null,
        priority: priority ? PRIORITIES[priority] : null,
        queue_name: oneAtATime ? name : null,
      });
    },
    /** Adds the jobs in the caller's transaction: they run only if it commits. */
    add: async (tx) => {
      if (specs.size === 0) return;
      await tx.query(
        `select graphile_worker.add_jobs(array(
           select spec from json_populate_recordset(null::graphile_worker.job_spec, $1::json) spec
         ))`,
        [JSON.stringify([...specs.values()])],
      );
    },
  };
}

export async function enqueue<Payload extends object>(
  tx: Db,
  job: QueuedJob<Payload>,
  payload: Payload,
  options: EnqueueOptions,
) {
  const jobs = jobsToAdd();
  jobs.enqueue(job, payload, options);
  await jobs.add(tx);
}
