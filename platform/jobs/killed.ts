import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';
import { outageLog } from '../log/outage.ts';
import { pause } from '../runner/failure.ts';
import type { LeaderLock, Leadership } from '../runner/leadership.ts';

/** Pause between two looks for jobs of other processes. */
const LOOK_MS = 5_000;
/** Looks in a row in which a worker's lock was free, until its jobs are released: after 10 to 15 s. */
const LOOKS = 3;
/** Pause until the library has named this process's worker. */
const START_MS = 50;

export type ReleaseOptions = {
  pool: Pool;
  leadership: Leadership;
  /** Under this id the library locks the jobs of this process; null before the first one. */
  worker: () => string | null;
  log: Log;
  /** Ends the looking. */
  signal: AbortSignal;
  /** Resolves when the last job of this process has ended: until then it shows that it lives. */
  jobsEnded: Promise<void>;
  /** A shorter time for tests. */
  lookMs?: number | undefined;
};

/**
 * Releases the jobs of killed processes, so that they run again in this one: the library would do so after four hours. A
 * process lives while it holds the lock of its worker's name, which ends with its connection for leadership. One that
 * starts, or whose connection was cut, takes the lock between two looks of the others.
 */
export async function releaseJobsOfKilled(options: ReleaseOptions): Promise<void> {
  const { pool, leadership, worker, log, signal, jobsEnded, lookMs = LOOK_MS } = options;
  const logFailure = outageLog(log, 'Jobs of killed processes cannot be released yet; trying again');
  let shown: { worker: string; lock: LeaderLock } | null = null;
  /** Workers whose lock was free, with the number of looks. */
  let free = new Map<string, number>();

  const leave = (of: string) => leadership.leave(lockOf(of)).catch(() => {}); // while Postgres is away, no lock is held

  /** Takes the lock of this process's worker, unless it is held. */
  async function showLife(own: string): Promise<void> {
    if (shown?.worker === own && !shown.lock.lost.aborted) return;
    await hide();
    const lock = await leadership.tryToLead(lockOf(own));
    shown = lock && { worker: own, lock };
  }

  async function hide(): Promise<void> {
    if (shown === null) return;
    await shown.lock.giveUp();
    await leave(shown.worker);
    shown = null;
  }

  /** Whether no process holds the lock of this worker. */
  async function isFree(other: string): Promise<boolean> {
    try {
      const lock = await leadership.tryToLead(lockOf(other));
      await lock?.giveUp();
      return lock !== null;
    } finally {
      await leave(other);
    }
  }

  async function look(own: string): Promise<void> {
    const { rows } = await pool.query<{ worker: string }>(
      `select distinct locked_by as worker from graphile_worker.jobs where locked_by <> $1`,
      [own],
    );
    const before = free;
    free = new Map();
    for (const { worker: other } of rows)
      if (await isFree(other)) free.set(other, (before.get(other) ?? 0) + 1);
    const killed = [...free].filter(([, looks]) => looks >= LOOKS).map(([other]) => other);
    if (killed.length === 0) return;
    log.warn({ killed }, 'The jobs of a killed process run again');
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [killed]);
  }

  while (!signal.aborted) {
    const own = worker();
    try {
      if (own !== null) {
        await showLife(own);
        await look(own);
      }
    } catch (error) {
      if (!signal.aborted) logFailure({ err: error });
    }
    await pause(own === null ? START_MS : lookMs, signal);
  }
  await jobsEnded;
  await hide();
}

const lockOf = (worker: string) => `jobs of ${worker}`;
