import { endedLeadSeries } from '@crm/events/subscriptions/lead-limit.ts';
import { sweepCommandKeys } from '@crm/platform/event-store/postgres/command-keys.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import { sweepPlaces } from '@crm/platform/places/sweep.ts';
import { deleteInPortions, type Sweep, sweepAll, sweepBy } from '@crm/platform/postgres/sweep.ts';

/** Days that problems are kept, see docs/operations.md. Selections, which an undo needs, are kept as long. */
const PROBLEMS_DAYS = 30;
/** Days that used Idempotency-Keys are kept. Stored answers of bulk calls are kept as long. */
const COMMAND_KEYS_DAYS = 7;
/** Days that lists of the leads of a moment are kept. */
const PAST_LISTS_DAYS = 30;

/** Index batch_problems_age. Problems of a running batch stay, because its answer contains them. */
const sweepProblems = sweepBy(
  `/* every tenant: sweeping */ delete from batch_problems where (batch, n) in (
     select p.batch, p.n from batch_problems p
      where p.at < now() - interval '${PROBLEMS_DAYS} days'
        and not exists (select from batch_runs r where r.id = p.batch)
      order by p.at limit $1)`,
);

/** Index payment_orders_age: the orders of used Idempotency-Keys. */
const sweepOrders = sweepBy(
  `/* every tenant: sweeping */ delete from payment_orders where command_id in (
     select command_id from payment_orders
      where created_at < now() - interval '${COMMAND_KEYS_DAYS} days' order by created_at limit $1)`,
);

/** Deletes old lists; their leads are those of lists without a row. Index past_lists_age. */
const sweepPastLists = sweepBy(
  `/* every tenant: sweeping */ delete from past_lists where id in (
     select id from past_lists
      where made_at < now() - interval '${PAST_LISTS_DAYS} days' order by made_at limit $1)`,
);

/**
 * Deletes the leads of old lists, and of lists whose batch was cancelled or failed: only a finished one has a row in past_lists,
 * and is readable. One step in the primary key of past_leads for each list.
 */
const sweepPastLeads = sweepBy(
  `/* every tenant: sweeping */
   with recursive known as (
     (select list from past_leads order by list limit 1)
     union all
     select (select l.list from past_leads l where l.list > known.list order by l.list limit 1)
       from known where known.list is not null
   ), unlisted as (
     select list from known
      where list is not null
        and not exists (select from past_lists p where p.id = list)
        and not exists (select from batch_runs r where r.id = list)
   )
   delete from past_leads where (list, lead) in (
     select l.list, l.lead from past_leads l join unlisted u on u.list = l.list limit $1)`,
);

const sweepOldKeys: Sweep = (pool, signal) =>
  deleteInPortions((limit) => sweepCommandKeys(pool, COMMAND_KEYS_DAYS, limit), { signal });

const sweepEndedPlaces: Sweep = (pool, signal) => {
  const ended = endedLeadSeries(new Date());
  return deleteInPortions((limit) => sweepPlaces(pool, ended, limit), { signal });
};

const oldRows = [sweepProblems, sweepOrders, sweepPastLists, sweepPastLeads, sweepOldKeys, sweepEndedPlaces];

/** Deletes old problems of batches, which contain rows of spreadsheets, old Idempotency-Keys, and places of ended periods. */
export const sweepOldRows = schedule({
  name: 'sweep-old-rows',
  cron: '52 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  slots: 'long',
  run: ({ pools, signal }) => sweepAll(oldRows, pools.background, signal),
});
