import type { z } from 'zod';
import type { EventStore } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { Pools } from '../postgres/pools.ts';

/** What a job may use. */
export type JobContext = {
  store: EventStore;
  pools: Pools;
  log: Log;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the process stops; a job that throws then is tried again by another process. */
  signal: AbortSignal;
};

/**
 * A named task. It runs at least once for each time it is enqueued: a process may die after `run` has taken effect
 * and before that is recorded, so `run` must be safe to repeat.
 */
export type Job<Payload> = {
  /** Kept in the database: a job that is renamed loses what is queued under the old name. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Attempts before it is given up; the pauses between them grow as e^attempt seconds (10 take 3.7 hours). */
  attempts: number;
  /** A method, so that TypeScript lets jobs of different payloads stand in one list; the queue parses each payload first. */
  run(payload: Payload, context: JobContext): Promise<void>;
};

/** A job of any payload. */
export type AnyJob = Job<unknown>;

/** Declares a job. */
export function job<Payload>(declared: Job<Payload>): Job<Payload> {
  return declared;
}

/** A job that runs by the clock, in one process at a time. */
export type Schedule = {
  name: string;
  /** Minute, hour, day of month, month, day of week, in UTC: `17 * * * *` is once an hour. */
  cron: string;
  /** A run that was missed while the product was off is made up for within this time, in milliseconds; 0 is never. */
  catchUpMs: number;
  run: (context: JobContext) => Promise<void>;
};

/** Declares a schedule. */
export function schedule(declared: Schedule): Schedule {
  return declared;
}
