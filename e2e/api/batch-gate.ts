import type { TenantId } from '@crm/events/ids.ts';
import { Client } from 'pg';

/** Any number that no other advisory lock of the product has. */
const LOCK = 471_100;

/**
 * Holds every batch at its next step, so that a test can stop the product in the middle of several batches, however
 * fast the machine is. A step waits in its transaction for a lock that the closed gate holds.
 *
 * @param url the database of the product, which is migrated and, without a `tenant`, not in use
 * @param tenant holds the batches of this tenant alone: other tests use the product at the same time
 */
export async function openBatchGate(url: string, tenant?: TenantId) {
  const client = new Client({ connectionString: url, options: '-c app.tenant=*' });
  await client.connect();
  await client.query(`
    create or replace function wait_at_gate() returns trigger language plpgsql as $$
      begin
        if new.done > old.done then perform pg_advisory_xact_lock_shared(${LOCK}); end if;
        return new;
      end $$;
    create or replace trigger gate before update on batch_runs for each row
      ${tenant ? `when (new.tenant = '${tenant}')` : ''} execute function wait_at_gate()`);

  return {
    close: () => client.query('select pg_advisory_lock($1)', [LOCK]),
    open: () => client.query('select pg_advisory_unlock($1)', [LOCK]),
    /** How many batches wait at the closed gate. */
    async waiting(): Promise<number> {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and l.objid = $1 and not l.granted and d.datname = current_database()`,
        [LOCK],
      );
      return rows[0]?.n ?? 0;
    },
    /** How many requests to pause, resume or cancel wait for the row of a batch that waits at the gate: its next step finds them. */
    async requests(): Promise<number> {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'update batch_runs set wanted%'`,
      );
      return rows[0]?.n ?? 0;
    },
    /** The batches that have not ended. */
    async runs(): Promise<{ id: string; done: number; lease: string | null }[]> {
      const { rows } = await client.query<{ id: string; done: number; lease: string | null }>(
        'select id, done, lease from batch_runs',
      );
      return rows;
    },
    end: () => client.end(),
  };
}
