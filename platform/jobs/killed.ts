import type { Pool } from 'pg';
import { pause } from '../failures/pause.ts';
import type { Log } from '../log/log.ts';
import { outageLog } from '../log/outage.ts';
import type { LeaderLock, Leadership } from '../runner/leadership.ts';

/** Pause between two looks for jobs of other processes. */
const LOOK_MS = 5_000;
/** Looks in a row in which a worker's lock was free, until its jobs are released: after 10 to 15 s. */
const LOOKS = 3;
/** Pause until the library has named a worker of this process. */
const START_MS = 50;

export type ReleaseOptions = {
  pool: Pool;
  leadership: Leadership;
  /** The library locks the jobs of this process under these ids, one for each kind of slots; none before the start. */
  workers: () => readonly string[];
  log: Log;
  /** Ends the looking. */
  signal: AbortSignal;
  /**
   * Resolves when the last job of this process has ended. Until then it shows that it lives, also after its connection was cut:
   * jobs that take long while it stops would otherwise run a second time, beside the first.
   */
  jobsEnded: Promise<void>;
  /** A shorter time for tests. */
  lookMs?: number | undefined;
};

/**
 * Releases the jobs of killed processes, so that they run again in this one: the library would do so after four hours. A
 * process lives while it holds the locks of its workers' names, which end with its connection for leadership. One that
 * starts, or whose connection was cut, takes the locks between two looks of the others.
 */
export async function releaseJobsOfKilled(options: ReleaseOptions): Promise<void> {
  const { pool, leadership, workers, log, signal, jobsEnded, lookMs = LOOK_MS } = options;
  const logFailure = outageLog(log, 'Jobs of killed processes cannot be released yet; trying again');
  /** The held locks of this process's workers. */
  const shown = new Map<string, LeaderLock>();
  /** Workers whose lock was free, with the number of looks. */
  let free = new Map<string, number>();

  const leave = (of: string) => leadership.leave(lockOf(of)).catch(() => {}); // while Postgres is away, no lock is held

  /** Takes the locks of this process's workers that are not held, and gives up those of ended ones. */
  async function showLife(own: readonly string[]): Promise<void> {
    for (const worker of shown.keys()) if (!own.includes(worker)) await hide(worker);
    for (const worker of own) {
      if (shown.get(worker)?.lost.aborted === false) continue;
      await hide(worker);
      const lock = await leadership.tryToLead(lockOf(worker));
      if (lock) shown.set(worker, lock);
    }
  }

  async function hide(worker: string): Promise<void> {
    await shown.get(worker)?.giveUp();
    if (shown.delete(worker)) await leave(worker);
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

  async function look(own: readonly string[]): Promise<void> {
    const { rows } = await pool.query<{ worker: string }>(
      `select distinct locked_by as worker from graphile_worker.jobs where locked_by <> all($1::text[])`,
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

  const ended = new AbortController();
  jobsEnded.catch(() => {}).finally(() => ended.abort());
  while (!ended.signal.aborted) {
    const own = workers();
    try {
      if (own.length > 0) {
        await showLife(own);
        if (!signal.aborted) await look(own);
      }
    } catch (error) {
      if (!signal.aborted) logFailure({ err: error });
    }
    await pause(own.length === 0 ? START_MS : lookMs, signal.aborted ? ended.signal : signal);
  }
  for (const worker of shown.keys()) await hide(worker);
}

const lockOf = (worker: string) => `jobs of ${worker}`;
