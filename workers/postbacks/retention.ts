import { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { DEFAULT_LOG_RETENTION, type PostbackLogRetention } from '@crm/events/tenants/log-retention.ts';
import { settingsOf } from '@crm/events/tenants/state.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import { deleteInPortions } from '@crm/platform/postgres/sweep.ts';
import { type Db, inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { lockCircuits, type PostbackOfTenant } from './lock-circuits.ts';

type SweepOptions = { store: EventStore; pool: Pool; signal: AbortSignal };

/** Rows deleted in one transaction: few enough that deliveries hardly wait for its locks. */
const AT_ONCE = 1_000;

/** Applies each tenant's retention setting to its postback logs. */
export const sweepPostbackLogs = schedule({
  name: 'sweep-postback-logs',
  cron: '37 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  slots: 'long',
  run: ({ store, pools, signal }) => sweepLogs({ store, pool: pools.background, signal }),
});

/**
 * Deletes logs that are older than their tenant's retention, and the oldest logs of each postback beyond its maximum.
 * Keeps unfinished deliveries of any age, and the sent counters (postback_lanes).
 */
export async function sweepLogs({ store, pool, signal }: SweepOptions): Promise<void> {
  const { rows } = await pool.query<{ tenant: string; postback: string }>(
    '/* every tenant: sweeping */ select tenant, postback from postback_lanes order by tenant, postback',
  );
  const kept = new Map<string, PostbackLogRetention>();
  const failures: unknown[] = [];
  for (const circuit of rows) {
    const { tenant } = circuit;
    try {
      const retention = kept.get(tenant) ?? (await retentionOf(store, tenant));
      kept.set(tenant, retention);
      await sweepLog(pool, circuit, retention, signal);
    } catch (error) {
      failures.push(error); // what is wrong with one organisation keeps the logs of no other one
    }
  }
  await pool.query(
    `/* every tenant: sweeping */ delete from postback_hours where hour < now() - interval '2 days'`,
  );
  for (const counts of ['postback_counts', 'postback_half_hours'])
    await pool.query(
      `/* every tenant: sweeping */ delete from ${counts} where n = 0 and since < now() - interval '2 days'`,
    );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} logs were not swept`);
}

async function sweepLog(
  pool: Pool,
  postback: PostbackOfTenant,
  { days, maxLogs }: PostbackLogRetention,
  signal: AbortSignal,
): Promise<void> {
  await deleteInPortions((limit) => deleteOld(pool, postback, days, limit), { signal, atOnce: AT_ONCE });
  if (maxLogs === null) return;
  await deleteInPortions((limit) => deleteBeyond(pool, postback, maxLogs, limit), {
    signal,
    atOnce: AT_ONCE,
  });
}

async function retentionOf(store: EventStore, tenant: string): Promise<PostbackLogRetention> {
  const state = await loadState(store, tenants, tenantStream(TenantId.parse(tenant)));
  return settingsOf(state)?.postbackLogRetention ?? DEFAULT_LOG_RETENTION;
}

/** Index postback_deliveries_log. Rows have the database's time, so their age is measured with its clock too. */
const deleteOld = (pool: Pool, postback: PostbackOfTenant, days: number, limit: number) =>
  inLog(pool, postback, (tx) =>
    deleteWhere(
      tx,
      postback,
      { condition: `created_at < postback_clock() - $4::int * interval '1 day'`, values: [days] },
      limit,
    ),
  );

/** Counted under the lock: two sweeps at once do not both delete the same surplus. */
const deleteBeyond = (pool: Pool, postback: PostbackOfTenant, maxLogs: number, limit: number) =>
  inLog(pool, postback, async (tx) => {
    const more = await tooMany(tx, postback, maxLogs);
    return more === 0
      ? 0
      : deleteWhere(tx, postback, { condition: 'true', values: [] }, Math.min(more, limit));
  });

/** Takes the same lock as every other writer of the log, so that the triggers that count do not deadlock. */
const inLog = (pool: Pool, postback: PostbackOfTenant, work: (tx: Db) => Promise<number>) =>
  inTransaction(pool, async (tx) => {
    await lockCircuits(tx, [postback]);
    return work(tx);
  });

async function deleteWhere(
  tx: Db,
  postback: PostbackOfTenant,
  { condition, values }: { condition: string; values: unknown[] },
  most: number,
) {
  const { rowCount } = await tx.query(
    `delete from postback_deliveries where tenant = $1 and id in (
       select id from postback_deliveries
        where tenant = $1 and postback = $2 and status in ('success', 'failed', 'suppressed') and ${condition}
        order by created_at, id limit $3
     )`,
    [postback.tenant, postback.postback, most, ...values],
  );
  return rowCount ?? 0;
}

/** Rows beyond maxLogs, from the counters (primary key of postback_counts). */
async function tooMany(db: Db, { tenant, postback }: PostbackOfTenant, maxLogs: number): Promise<number> {
  const { rows } = await db.query<{ more: number }>(
    'select (coalesce(sum(n), 0) - $3)::float8 as more from postback_counts where tenant = $1 and postback = $2',
    [tenant, postback, maxLogs],
  );
  return Math.max(0, rows[0]?.more ?? 0);
}
