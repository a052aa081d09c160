import type { BatchCounts } from '@crm/events/batches/events.ts';
import type { Pool } from 'pg';
import type { Json } from './kind.ts';

/** The state of a run that users request. */
export type Control = 'run' | 'pause' | 'cancel';

/** A run that this process has leased. */
export type BatchRun = {
  id: string;
  tenant: string;
  kind: string;
  lease: string;
  wanted: Control;
  /** Number of failed starts since the last step with a cursor, and this one. */
  tries: number;
  /** Starts that did not end in order. The running start counts until its first step with a cursor or its orderly end. */
  crashes: number;
  cursor: Json;
  done: number;
  total: number | null;
} & BatchCounts;

/**
 * After this time without a renewal, another process may take over a run. It is renewed every third of it, from the time when the
 * row is written (`clock_timestamp()`): a statement may have waited for another one that wrote it, and `now()` is its start.
 */
export const LEASE_SECONDS = 15;

/**
 * Maximum number of running batches per tenant, so that one tenant's uploads do not block other tenants' exports. Paced
 * batches are counted apart from the others.
 */
const MOST_OF_A_TENANT = 2;

/**
 * Leases the oldest run of these kinds that waits or whose lease expired. The table is small: a finished run is deleted.
 * A tenant's limit counts its runs of these kinds. A cancelled run only has to be ended, so it is leased regardless of the
 * limit, and also when the process `isFull`.
 *
 * @param own the leases of the runs that this process works on. It renews them even after they expired, as on a machine that
 *   was paused: a run that it took over from itself would count as crashed.
 */
export async function leaseNextRun(
  pool: Pool,
  kinds: readonly string[],
  lease: string,
  { isFull, own }: { isFull: boolean; own: readonly string[] },
): Promise<BatchRun | null> {
  const { rows } = await pool.query<BatchRun>(
    `/* every tenant: one queue, in turn */
     update batch_runs set lease = $1, leased_until = now() + make_interval(secs => $3), tries = tries + 1,
           crashes = crashes + 1
      where id = (
        select b.id from batch_runs b
         where b.kind = any($2) and b.wanted <> 'pause' and b.not_before <= now()
           and (b.lease is null or b.leased_until < now() and b.lease <> all($6))
           and (b.wanted = 'cancel' or not $5 and (
                 select count(*) from batch_runs o
                  where o.tenant = b.tenant and o.kind = any($2) and o.lease is not null and o.leased_until >= now()
               ) < $4)
         order by b.position limit 1
         for update skip locked
      )
     returning id, tenant, kind, lease, wanted, tries, crashes, cursor, done, total, successful, skipped, failed`,
    [lease, kinds, LEASE_SECONDS, MOST_OF_A_TENANT, isFull, own],
  );
  return rows[0] ?? null;
}

/**
 * Renews the lease of a run, one statement at a time: while a step waits for a lock, the run's row is locked, and every further
 * renewal would wait for it with a connection of the pool.
 *
 * @param onAsked gets the requested state after each renewal, or null if another process has taken over the run
 * @returns ends it
 */
export function keepRenewing(
  pool: Pool,
  run: BatchRun,
  onAsked: (wanted: Control | null) => void,
): () => void {
  let isRenewing = false;
  const renewOnce = () => {
    if (isRenewing) return;
    isRenewing = true;
    renew(pool, run)
      .then(onAsked, () => {}) // Postgres is unavailable: the next renewal or step tries again
      .finally(() => {
        isRenewing = false;
      });
  };
  const timer = setInterval(renewOnce, (LEASE_SECONDS * 1000) / 3);
  return () => clearInterval(timer);
}

async function renew(pool: Pool, { tenant, id, lease }: BatchRun): Promise<Control | null> {
  const { rows } = await pool.query<{ wanted: Control }>(
    `update batch_runs set leased_until = clock_timestamp() + make_interval(secs => $4)
      where tenant = $1 and id = $2 and lease = $3
     returning wanted`,
    [tenant, id, lease, LEASE_SECONDS],
  );
  return rows[0]?.wanted ?? null;
}

/** How a start ended before the batch did. 'in order': it was stopped, or an outage interrupted it. */
export type Ending = 'in order' | 'failed' | 'crashed';

/** Releases a run for a later start, at the earliest after `afterMs`. */
export async function releaseRun(pool: Pool, run: BatchRun, ending: Ending, afterMs = 0): Promise<void> {
  await pool.query(
    `update batch_runs
        set lease = null, leased_until = null, not_before = now() + make_interval(secs => $4), crashes = $5,
            tries = greatest(tries - $6, 0)
      where tenant = $1 and id = $2 and lease = $3`,
    [
      run.tenant,
      run.id,
      run.lease,
      afterMs / 1000,
      ending === 'crashed' ? run.crashes : crashesBefore(run),
      ending === 'in order' ? 1 : 0,
    ],
  );
}

/** Crashes before the current start. */
export const crashesBefore = ({ crashes }: BatchRun) => crashes - 1;

/** Deletes a run whose stream has its end. */
export async function deleteRun(pool: Pool, { tenant, id, lease }: BatchRun): Promise<void> {
  await pool.query('delete from batch_runs where tenant = $1 and id = $2 and lease = $3', [
    tenant,
    id,
    lease,
  ]);
}

/** Releases every run. For a process that is known to be the only one, after the previous process died. */
export async function freeRuns(pool: Pool): Promise<void> {
  await pool.query(
    `/* every tenant: one process has them all */
     update batch_runs set lease = null, leased_until = null, not_before = now() where lease is not null`,
  );
}
