import { randomUUID } from 'node:crypto';
import type { Log } from '@crm/platform/log/log.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { pause } from '@crm/platform/runner/failure.ts';
import type { Pool } from 'pg';

export type Lease = {
  /** Under which this worker claims; null while it has none. */
  token: () => string | null;
  /** Whether it was heard lately enough that nobody can have taken it. */
  isFresh: () => boolean;
  /** Gives it back, with all that is claimed under it. */
  release: () => Promise<void>;
};

/**
 * The lease of this worker on what it claims, kept up by a beat until the signal aborts, and the watch over the
 * others: who is silent for `leaseMs` has its claims taken. Silence is counted on this process's monotonic clock and
 * only between two looks that both succeeded, so that neither a set clock nor an outage of Postgres makes a living
 * worker dead. One that was stopped and goes on finds its token gone: what it still does under it counts for nothing.
 */
export function keepLease(
  pool: Pool,
  { leaseMs, log, signal }: { leaseMs: number; log: Log; signal: AbortSignal },
): Lease & { ended: Promise<void> } {
  const beatMs = leaseMs / 10;
  let token: string | null = null;
  let heardAt = 0;
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
    heardAt = before;
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
        lookedAt = null; // what passed while nobody could be heard is no one's silence
        if (!signal.aborted)
          log.warn({ err: error }, 'Postbacks: the lease could not be kept up; trying again');
      }
      await pause(beatMs, signal);
    }
  }

  return {
    token: () => token,
    isFresh: () => token !== null && performance.now() - heardAt < leaseMs / 2,
    release: async () => {
      if (token !== null) await free(pool, token, null);
      token = null;
    },
    ended: keep(),
  };
}

/** Ends a lease, unless it was heard again; answers how many claims are free, or null when it was. */
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

/** Ends every lease: for a process that knows that it is the only one, after the last one died. */
export async function freeDeliveries(pool: Pool): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query('delete from postback_workers');
    await db.query(
      '/* every tenant: one process has them all */ update postback_queue set lease = null where lease is not null',
    );
  });
}
