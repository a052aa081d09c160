import { gaugesAtScrape, type ScrapeOptions } from '@crm/platform/metrics/at-scrape.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Gauge } from 'prom-client';

/** For /metrics: mails that are not sent yet. */
export const mailGauges = (db: Pick<Db, 'query'>, options: ScrapeOptions): Gauge[] =>
  gaugesAtScrape(
    'mails',
    {
      mails_waiting: { help: 'Mails that wait to be sent or to be tried again' },
      mails_oldest_waiting_seconds: { help: 'Age of the mail that waits longest; 0 when none waits' },
    },
    async () => {
      // Index mails_waiting.
      const { rows } = await db.query<{ n: number; oldest: number | null }>(
        `/* every tenant: metrics */
         select count(*)::int as n, extract(epoch from now() - min(created_at))::float8 as oldest
         from mails where ended_at is null`,
      );
      const [row] = rows;
      return {
        mails_waiting: [{ value: row?.n ?? 0 }],
        mails_oldest_waiting_seconds: [{ value: Math.max(0, row?.oldest ?? 0) }],
      };
    },
    options,
  );
