import type { TenantId } from '@crm/events/ids.ts';
import { eventTypes } from '@crm/events/versions.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { type Schedule, schedule } from '@crm/platform/jobs/job.ts';
import { type Db, inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { HASH_BYTES, NO_HASH, nextHash } from './link.ts';

const BATCH = 5_000;
/** Events of the store's own bookkeeping are in no chain: a copied store has others. */
export const chainedTypes = Object.keys(eventTypes);

/**
 * Extends the chains by the events of the last minute, so that an append waits for no hash. The hashes cover the events in
 * their stored form, with encrypted personal data: they stay right when the data is erased.
 */
export const extendAuditChain = (storedEvents: EventStore): Schedule =>
  schedule({
    name: 'extend-audit-chain',
    cron: '* * * * *',
    catchUpMs: 0, // the next run takes all events since the last one
    slots: 'long',
    run: ({ pools, signal }) => extendChains(pools.background, storedEvents, signal),
  });

/** The end of a tenant's chain. */
export type ChainEnd = {
  events: number;
  hash: Buffer;
  /** The id of the last event; null without events. */
  last: string | null;
};
/** The end of the chain of a tenant whose events are in none yet. */
export const NO_CHAIN: ChainEnd = { events: 0, hash: NO_HASH, last: null };

/** Reads the store from the last run's position to its head. Each batch is one transaction with the new position. */
export async function extendChains(pool: Pool, store: EventStore, signal: AbortSignal): Promise<void> {
  const begun = await begin(pool);
  if (!begun) return;
  const { from, history } = begun;
  // A history that was copied into another store is read from its beginning, past the events that are chained already.
  const toSkip = new Map<string, number>();
  if (from === START) for (const { tenant, events } of await chainEnds(pool)) toSkip.set(tenant, events);
  let stored = from;
  for (let after = from; !signal.aborted; ) {
    const { events, upTo } = await store.readAll({ after, limit: BATCH, types: chainedTypes });
    if (upTo === after) return;
    after = upTo;
    const fresh = events.filter(({ meta: { tenant } }) => {
      const left = toSkip.get(tenant) ?? 0;
      if (left > 0) toSkip.set(tenant, left - 1);
      return left === 0;
    });
    // The stored position stays at the beginning meanwhile: after an interruption the next run counts from there again.
    if (fresh.length === 0 && [...toSkip.values()].some((left) => left > 0)) continue;
    const previous = stored;
    const moved = await inTransaction(pool, async (tx) => {
      if (!(await move(tx, history, previous, upTo))) return false;
      await append(tx, fresh);
      return true;
    });
    if (!moved) return; // another run was first
    stored = upTo;
  }
}

/**
 * The position to read on from: the beginning for a new chain, and after the history moved to another store. Null for a
 * database that no product was started on.
 */
async function begin(pool: Pool): Promise<{ from: Position; history: string } | null> {
  const { rows } = await pool.query<{ history: string; position: Position }>(
    `insert into audit_chain_progress (history, position) select id, '' from followed_history
     on conflict (one_row) do update set history = excluded.history,
       position = case when audit_chain_progress.history = excluded.history
                       then audit_chain_progress.position else '' end
     returning history, position`,
  );
  const [progress] = rows;
  return progress ? { from: progress.position, history: progress.history } : null;
}

/** Compare-and-set: of two runs at once, one moves. */
async function move(tx: Db, history: string, from: Position, to: Position): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update audit_chain_progress set position = $3 where history = $1 and position = $2',
    [history, from, to],
  );
  return rowCount === 1;
}

async function append(tx: Db, events: readonly RecordedEvent[]): Promise<void> {
  const byTenant = new Map<TenantId, RecordedEvent[]>();
  for (const event of events) {
    const { tenant } = event.meta;
    const known = byTenant.get(tenant);
    if (known) known.push(event);
    else byTenant.set(tenant, [event]);
  }
  for (const [tenant, added] of byTenant) {
    const end = await endOf(tx, tenant);
    let { hash } = end;
    const hashes = added.map((event) => {
      hash = nextHash(hash, event);
      return hash;
    });
    await tx.query('insert into audit_chain (tenant, first, ids, hashes) values ($1, $2, $3, $4)', [
      tenant,
      end.events + 1,
      added.map(({ id }) => id),
      Buffer.concat(hashes),
    ]);
  }
}

const END = `(first + cardinality(ids) - 1)::float8 as events,
             substring(hashes from length(hashes) - ${HASH_BYTES - 1}) as hash,
             ids[cardinality(ids)] as last`;

/** By the primary key, backwards. */
async function endOf(db: Db, tenant: TenantId): Promise<ChainEnd> {
  const { rows } = await db.query<ChainEnd>(
    `select ${END} from audit_chain where tenant = $1 order by first desc limit 1`,
    [tenant],
  );
  return rows[0] ?? NO_CHAIN;
}

/** The end of each tenant's chain. Steps from tenant to tenant in the primary key, so that long chains cost nothing. */
export async function chainEnds(pool: Pool): Promise<(ChainEnd & { tenant: string })[]> {
  const { rows } = await pool.query<ChainEnd & { tenant: string }>(
    `/* every tenant: each has a chain */
     with recursive tenants as (
       (select tenant from audit_chain order by tenant limit 1)
       union all
       select (select c.tenant from audit_chain c where c.tenant > t.tenant order by c.tenant limit 1)
         from tenants t where t.tenant is not null
     )
     select t.tenant, ends.*
       from tenants t cross join lateral (
         select ${END} from audit_chain c where c.tenant = t.tenant order by first desc limit 1
       ) ends`,
  );
  return rows;
}
