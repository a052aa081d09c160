import { batchGauges } from '@crm/platform/batches/depth.ts';
import { jobGauges } from '@crm/platform/jobs/depth.ts';
import type { ScrapeOptions } from '@crm/platform/metrics/at-scrape.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Gauge } from 'prom-client';
import { mailGauges } from './mail/depth.ts';
import { queueGauges } from './postbacks/depth.ts';

/** For /metrics of a process that runs workers: the work that waits. The same in all of these processes. */
export const workerGauges = (db: Pick<Db, 'query'>, log: ScrapeOptions['log']): Gauge[] => [
  ...queueGauges(db, { log }),
  ...jobGauges(db, { log }),
  ...batchGauges(db, { log }),
  ...mailGauges(db, { log }),
];
