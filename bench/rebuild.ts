import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { build } from '@crm/projections/generations/build.ts';
import { projections } from '@crm/projections/projections.ts';
import { anOffer } from './console-user.ts';
import { type Figures, rounded } from './figures.ts';
import { unnestInserts } from './floor.ts';
import { load } from './ingest.ts';

const DEMO_LEADS = 3_000;
const INGEST_MS = 8_000;

/** Events per second of a complete rebuild of all projections, next to the running but idle product. */
export async function rebuild(): Promise<Figures> {
  const product = await startProduct({ demoLeads: DEMO_LEADS });
  const log = openLog('warn');
  const pools = openPools(product.databaseUrl, log);
  const { store } = openSealedEventStore({ kind: 'postgres', url: product.databaseUrl }, pools.auth, log);
  try {
    await load(product.url, anOffer, INGEST_MS);
    const floor = await unnestInserts(product.databaseUrl, 4_000);
    const { rows } = await pools.auth.query<{ count: number }>('select count(*) from event_store.events');
    const events = rows[0]?.count ?? 0;

    const started = performance.now();
    const options = { pool: pools.projections, store, log, signal: new AbortController().signal };
    for (const projection of projections) {
      const from = performance.now();
      const rebuilt = await build(projection, { ...options, onProgress: () => {} });
      const different = (rebuilt?.comparison ?? []).filter(({ same }) => !same);
      if (different.length > 0) throw new Error(`A rebuilt table differs: ${JSON.stringify(different)}`);
      console.info(
        `${projection.name}: ${rebuilt?.events} events in ${rounded((performance.now() - from) / 1000)} s`,
      );
    }
    const seconds = (performance.now() - started) / 1000;
    const value = events / seconds;
    const rss_mb = Math.round(process.memoryUsage().rss / 1024 / 1024);
    return {
      value: rounded(value, 0),
      unit: 'events/s',
      floor: rounded(floor, 0),
      ratio: rounded(value / floor, 2),
      rss_mb,
    };
  } finally {
    await store.close();
    await pools.end();
    await product.remove();
  }
}
