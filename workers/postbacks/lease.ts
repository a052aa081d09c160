import { randomUUID } from 'node:crypto';
import { pause } from '@crm/platform/failures/pause.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';

export type Lease = {
  /** The lease token under which this worker claims; null while it has none. */
  token: () => string | null;
  /** Whether the last beat is so recent that no other worker can have taken the lease. */
  isFresh: () => boolean;
  /** Releases the lease and everything claimed under it. */
  release: () => Promise<void>;
};

/**
 * Keeps this worker's lease alive with a beat until the signal aborts, and takes the claims of workers that are silent
 * for `leaseMs`. Silence is measured on this process's monotonic clock, and only between two successful polls: neither
 * a clock change nor an outage of Postgres makes a living worker look dead. A worker that was suspended finds its token
 * deleted when it resumes, and its results under that token are ignored.
 */
export function keepLease(
  pool: Pool,
  { leaseMs, log, signal }: { leaseMs: number; log: Log; signal: AbortSignal },
): Lease & { ended: Promise<void> } {
  const beatMs = leaseMs / 10;
  const logFailure = outageLog(log, 'Postbacks: the lease could not be kept up; trying again');
  let token: string | null = null;
  let beatAt = 0;
  let lookedAt: number | null = null;
  const others = new Map<string, { beat: number; silentMs: number }>();

  async function beat() {
    const before = performance.now();
    if (token !== null) {
      const { rowCount } = await pool.query('update postback_workers set beat = beat + 1 where token = $1', [
        token,
      ]);
      if (rowCount !== 1) {
        log.warn({ token }, 'Postbacks: another worker has taken over what this one had claimed');
        token = null;
      }
    }
    if (token === null) {
      const fresh = randomUUID();
      await pool.query('insert into postback_workers (token) values ($1)', [fresh]);
      token = fresh;
    }
    beatAt = before;
  }

  async function watch() {
    const { rows } = await pool.query<{ token: string; beat: number }>(
      'select token, beat from postback_workers where token is distinct from $1',
      [token],
    );
    const now = performance.now();
    const passed = lookedAt === null ? 0 : Math.min(now - lookedAt, 2 * beatMs);
    lookedAt = now;
    const there = new Set(rows.map((row) => row.token));
    for (const gone of [...others.keys()].filter((each) => !there.has(each))) others.delete(gone);
    for (const row of rows) {
      const known = others.get(row.token);
      const silentMs = known?.beat === row.beat ? known.silentMs + passed : 0;
      others.set(row.token, { beat: row.beat, silentMs });
      if (silentMs >= leaseMs) await takeFrom(row.token, row.beat);
    }
  }

  async function takeFrom(silent: string, lastBeat: number) {
    const freed = await free(pool, silent, lastBeat);
    others.delete(silent);
    if (freed !== null)
      log.warn({ token: silent, freed }, 'Postbacks: took over from a worker that fell silent');
  }

  async function keep() {
    while (!signal.aborted) {
      try {
        await beat();
        await watch();
      } catch (error) {
        lookedAt = null; // time without a successful poll does not count as silence
        if (!signal.aborted) logFailure({ err: error });
      }
      await pause(beatMs, signal);
    }
  }

  return {
    token: () => token,
    isFresh: () => token !== null && performance.now() - beatAt < leaseMs / 2,
    release: async () => {
      if (token !== null) await free(pool, token, null);
      token = null;
    },
    ended: keep(),
  };
}

/**
 * Deletes a lease unless it has a new beat. @returns the number of released claims, or null if the lease was renewed
 */
function free(pool: Pool, token: string, lastBeat: number | null): Promise<number | null> {
  return inTransaction(pool, async (db) => {
    const gone = await db.query(
      'delete from postback_workers where token = $1 and ($2::bigint is null or beat = $2)',
      [token, lastBeat],
    );
    if (gone.rowCount !== 1) return null;
    const { rowCount } = await db.query(
      "/* every tenant: a lease is a worker's */ update postback_queue set lease = null where lease = $1",
      [token],
    );
    return rowCount ?? 0;
  });
}

/** Releases every lease. For a process that is known to be the only one, after the previous process died. */
export async function freeDeliveries(pool: Pool): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query('delete from postback_workers');
    await db.query(
      '/* every tenant: one process has them all */ update postback_queue set lease = null where lease is not null',
    );
  });
}
