import { endedLeadSeries } from '@crm/events/subscriptions/lead-limit.ts';
import { sweepCommandKeys } from '@crm/platform/event-store/postgres/command-keys.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import { sweepPlaces } from '@crm/platform/places/sweep.ts';
import type { Pool } from 'pg';

/** Days that problems are kept, see docs/operations.md. Selections, which an undo needs, are kept as long. */
const PROBLEMS_DAYS = 30;
/** Days that used Idempotency-Keys are kept. Stored answers of bulk calls are kept as long. */
const COMMAND_KEYS_DAYS = 7;
/** Maximum number of rows per statement, so that no append or batch waits long for its locks. */
const AT_ONCE = 10_000;

/** Deletes old problems of batches, which contain rows of spreadsheets, old Idempotency-Keys, and places of ended periods. */
export const sweepOldRows = schedule({
  name: 'sweep-old-rows',
  cron: '52 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  run: async ({ pools, signal }) => {
    const pool = pools.background;
    while (!signal.aborted && (await sweepProblems(pool)) === AT_ONCE);
    while (!signal.aborted && (await sweepOrders(pool)) === AT_ONCE);
    while (!signal.aborted && (await sweepPastLeads(pool)) > 0);
    while (!signal.aborted && (await sweepUnfinishedLists(pool)) === AT_ONCE);
    while (!signal.aborted && (await sweepCommandKeys(pool, COMMAND_KEYS_DAYS, AT_ONCE)) === AT_ONCE);
    const ended = endedLeadSeries(new Date());
    while (!signal.aborted && (await sweepPlaces(pool, ended, AT_ONCE)) >= AT_ONCE);
  },
});

/** Index batch_problems_age. Problems of a running batch stay, because its answer contains them. */
async function sweepProblems(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `/* every tenant: sweeping */ delete from batch_problems where (batch, n) in (
       select p.batch, p.n from batch_problems p
        where p.at < now() - make_interval(days => $1)
          and not exists (select from batch_runs r where r.id = p.batch)
        order by p.at limit $2)`,
    [PROBLEMS_DAYS, AT_ONCE],
  );
  return rowCount ?? 0;
}

/** Days that lists of the leads of a moment are kept. */
const PAST_LISTS_DAYS = 30;

/**
 * Deletes leads of old lists, and a list without leads. Index past_lists_age and the primary key of past_leads.
 * @returns the number of deleted rows
 */
async function sweepPastLeads(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ leads: number; lists: number }>(
    `/* every tenant: sweeping */
     with old as (
       select id from past_lists where made_at < now() - make_interval(days => $1) order by made_at limit 1
     ), leads as (
       delete from past_leads where (list, lead) in (
         select l.list, l.lead from past_leads l join old on old.id = l.list limit $2) returning 1
     ), lists as (
       delete from past_lists where id in (select id from old)
          and (select count(*) from leads) < $2 returning 1
     ) select (select count(*)::int from leads) as leads, (select count(*)::int from lists) as lists`,
    [PAST_LISTS_DAYS, AT_ONCE],
  );
  return (rows[0]?.leads ?? 0) + (rows[0]?.lists ?? 0);
}

/**
 * Deletes the leads of lists whose batch was cancelled or failed: only a finished one has a row in past_lists, and is readable.
 * One step in the primary key of past_leads for each list.
 */
async function sweepUnfinishedLists(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `/* every tenant: sweeping */
     with recursive known as (
       (select list from past_leads order by list limit 1)
       union all
       select (select l.list from past_leads l where l.list > known.list order by l.list limit 1)
         from known where known.list is not null
     ), unfinished as (
       select list from known
        where list is not null
          and not exists (select from past_lists p where p.id = list)
          and not exists (select from batch_runs r where r.id = list)
     )
     delete from past_leads where (list, lead) in (
       select l.list, l.lead from past_leads l join unfinished u on u.list = l.list limit $1)`,
    [AT_ONCE],
  );
  return rowCount ?? 0;
}

/** Index payment_orders_age: the orders of used Idempotency-Keys. */
async function sweepOrders(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `/* every tenant: sweeping */ delete from payment_orders where command_id in (
       select command_id from payment_orders
        where created_at < now() - make_interval(days => $1) order by created_at limit $2)`,
    [COMMAND_KEYS_DAYS, AT_ONCE],
  );
  return rowCount ?? 0;
}
