import type { Gauge } from 'prom-client';
import { gaugesAtScrape, type ScrapeOptions } from '../metrics/at-scrape.ts';
import type { Db } from '../postgres/transaction.ts';

/** Counts end here, so that a scrape of a long queue stays cheap. */
const MOST_COUNTED = 20_000;

/** For /metrics: the jobs of the queue by task and state. A finished job is deleted, so the table is small. */
export const jobGauges = (db: Pick<Db, 'query'>, options: ScrapeOptions): Gauge[] =>
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
      const { rows } = await db.query<{ task: string; state: string; n: number; oldest: number | null }>(
        `/* every tenant: metrics */
         select t.identifier as task, j.state, count(*)::int as n,
           extract(epoch from max(now() - j.run_at) filter (where j.state = 'due'))::float8 as oldest
         from (
           select task_id, run_at, case
             when locked_at is not null then 'running'
             when attempts >= max_attempts then 'failed'
             when run_at <= now() then 'due'
             else 'scheduled' end as state
           from graphile_worker._private_jobs limit ${MOST_COUNTED}
         ) j join graphile_worker._private_tasks t on t.id = j.task_id
         group by 1, 2`,
      );
      return {
        job_queue_jobs: rows.map(({ task, state, n }) => ({ labels: { task, state }, value: n })),
        job_queue_oldest_due_seconds: [{ value: Math.max(0, ...rows.map(({ oldest }) => oldest ?? 0)) }],
      };
    },
    options,
  );
