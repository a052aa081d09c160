import type { Gauge } from 'prom-client';
import { gaugesAtScrape, type ScrapeOptions } from '../metrics/at-scrape.ts';
import type { Db } from '../postgres/transaction.ts';

/** For /metrics: unfinished batches by kind and state. */
export const batchGauges = (db: Pick<Db, 'query'>, options: ScrapeOptions): Gauge[] =>
  gaugesAtScrape(
    'batches',
    {
      batch_runs: {
        help: 'Batches that are not finished, by kind: running, waiting for a process, or paused by a user',
        labelNames: ['kind', 'state'],
      },
    },
    async () => {
      // A finished batch has no row: the table is small.
      const { rows } = await db.query<{ kind: string; state: string; n: number }>(
        `/* every tenant: metrics */
         select kind, case
             when lease is not null and leased_until > clock_timestamp() then 'running'
             when wanted = 'pause' then 'paused'
             else 'waiting' end as state,
           count(*)::int as n
         from batch_runs group by 1, 2`,
      );
      return { batch_runs: rows.map(({ kind, state, n }) => ({ labels: { kind, state }, value: n })) };
    },
    options,
  );
