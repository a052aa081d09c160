import type { Gauge } from 'prom-client';
import { gaugesAtScrape, type ScrapeOptions } from '../metrics/at-scrape.ts';
import type { Db } from '../postgres/transaction.ts';

/** Counts end here, so that a scrape of a long queue stays cheap. */
const MOST_COUNTED = 20_000;

/** For /metrics: the jobs of the queue by task and state. A finished job is deleted, so the table is small. */
export const jobGauges = (
  db: Pick<Db, 'query'>,
  { mostCounted = MOST_COUNTED, ...options }: ScrapeOptions & { mostCounted?: number },
): Gauge[] =>
  gaugesAtScrape(
    'jobs',
    {
      job_queue_jobs: {
        help: 'Jobs by task: running, due (may run now), scheduled (run later, or wait for a retry) or failed (used all attempts); counted up to 20000',
        labelNames: ['task', 'state'],
      },
      job_queue_oldest_due_seconds: {
        help: 'Time since the job that waits longest became due; 0 when none is due',
      },
    },
    async () => {
      // The library has no view that is cheaper: graphile_worker.jobs joins the queues, too.
      const { rows } = await db.query<{ task: string; state: string; n: number }>(
        `/* every tenant: metrics */
         select t.identifier as task, j.state, count(*)::int as n
         from (
           select task_id, case
             when locked_at is not null then 'running'
             when attempts >= max_attempts then 'failed'
             when run_at <= now() then 'due'
             else 'scheduled' end as state
           from graphile_worker._private_jobs limit ${mostCounted}
         ) j join graphile_worker._private_tasks t on t.id = j.task_id
         group by 1, 2`,
      );
      return {
        job_queue_jobs: rows.map(({ task, state, n }) => ({ labels: { task, state }, value: n })),
        job_queue_oldest_due_seconds: [{ value: await oldestDueSeconds(db) }],
      };
    },
    options,
  );

/**
 * Of all rows, not of those that are counted: the counted ones may all have failed. Reads the first row of each priority
 * (the library's index jobs_main_index).
 */
async function oldestDueSeconds(db: Pick<Db, 'query'>): Promise<number> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `/* every tenant: metrics */
     with recursive priorities as (
       (select priority from graphile_worker._private_jobs where is_available = true order by priority limit 1)
       union all
       select (
         select j.priority from graphile_worker._private_jobs j
         where j.is_available = true and j.priority > p.priority
         order by j.priority limit 1
       )
       from priorities p where p.priority is not null
     )
     select extract(epoch from max(now() - oldest.run_at))::float8 as seconds
     from priorities p cross join lateral (
       select j.run_at from graphile_worker._private_jobs j
       where j.is_available = true and j.priority = p.priority and j.run_at <= now()
       order by j.run_at limit 1
     ) oldest`,
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}
