import type { z } from 'zod';
import type { CommandDependencies } from '../commands/execute.ts';
import type { Log } from '../log/log.ts';
import type { Pools } from '../postgres/pools.ts';
import type { Cause } from './cause.ts';

/** Dependencies of a job. */
export type JobContext = Required<CommandDependencies> & {
  pools: Pools;
  log: Log;
  /** The event behind the job; absent for a schedule. */
  cause?: Cause | undefined;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the process stops; a job that then throws is retried by another process. */
  signal: AbortSignal;
};

/**
 * The slots of a process that a job runs in. A job waits for a free slot of its own kind only, so that what hangs or lasts
 * delays nothing else (run.ts):
 * - `short`: it ends within seconds, for example a command and a few rows;
 * - `long`: it may last for minutes or hours, because it goes through many rows or makes a report;
 * - `remote`: it waits for another server, such as a mail server or a payment provider.
 */
export type Slots = 'short' | 'long' | 'remote';

/**
 * A named task. It runs at least once per enqueue: a process may die after `run` has taken effect and before that is
 * recorded, so `run` must be safe to repeat.
 */
export type Job<Payload> = {
  /** Stored in the database: after a rename, jobs queued under the old name are lost. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Maximum number of attempts; the pauses between them grow as e^attempt seconds (10 attempts take 3.7 hours). */
  attempts: number;
  /** Default: short. Not stored with a job: the running process decides. */
  slots?: Slots;
  /** One job of this name runs at a time, in all processes. For one that may keep a slot for hours. */
  oneAtATime?: true;
  /**
   * A method, so that TypeScript accepts jobs with different payloads in one list; the queue parses each payload first.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
};

/** A job of any payload. */
export type AnyJob = Job<unknown>;

export function job<Payload>(declared: Job<Payload>): Job<Payload> {
  return declared;
}

/** A job that runs at fixed times, in one process at a time. */
export type Schedule = {
  name: string;
  /** Minute, hour, day of month, month, day of week, in UTC: `17 * * * *` is once an hour. */
  cron: string;
  /** A run that was missed while the product was off is caught up within this time, in ms; 0 means never. */
  catchUpMs: number;
  /** Default: short. */
  slots?: Slots;
  run: (context: JobContext) => Promise<void>;
};

export function schedule(declared: Schedule): Schedule {
  return declared;
}
