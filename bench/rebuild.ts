import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { buildGroups, buildTogether } from '@crm/projections/generations/build.ts';
import { projections } from '@crm/projections/projections.ts';
import { anOffer } from './console-user.ts';
import { cpuSeconds } from './cost/cpu.ts';
import { type Figures, rounded } from './figures.ts';
import { unnestInserts } from './floor.ts';
import { load } from './ingest.ts';

const DEMO_LEADS = 3_000;
const INGEST_MS = 8_000;

/** Events per second of a complete rebuild of all projections, next to the running but idle product. */
export async function rebuild(): Promise<Figures> {
  const product = await startProduct({ demoLeads: DEMO_LEADS });
  const log = openLog('warn');
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return { node: (user + system) / 1e6, postgres: cpuSeconds(product.dataDir).postgres };
  };
  const pools = openPools(product.databaseUrl, log);
  const { store } = await openSealedEventStore(
    { kind: 'postgres', url: product.databaseUrl },
    pools.auth,
    log,
  );
  try {
    await load(product.url, anOffer, INGEST_MS);
    const floor = await unnestInserts(product.databaseUrl, 4_000);
    const { rows } = await pools.auth.query<{ count: number }>('select count(*) from event_store.events');
    const events = rows[0]?.count ?? 0;

    const started = performance.now();
    const options = { pool: pools.background, store, log, signal: new AbortController().signal };
    const before = cpu();
    for (const group of buildGroups(projections)) {
      const from = performance.now();
      const rebuilt = await buildTogether(group, options);
      const different = rebuilt.flatMap((each) => each?.comparison ?? []).filter(({ same }) => !same);
      if (different.length > 0) throw new Error(`A rebuilt table differs: ${JSON.stringify(different)}`);
      const names = group.map(({ name }) => name).join(', ');
      console.info(`${names}: ${rounded((performance.now() - from) / 1000)} s`);
    }
    const seconds = (performance.now() - started) / 1000;
    const value = events / seconds;
    const after = cpu();
    // Unlike the events per second, these hardly depend on what else the machine does.
    const perEvent = (taken: number) => rounded((taken * 1e6) / events, 0);
    console.info(
      `An event: ${perEvent(after.node - before.node)} µs of CPU in this process, ` +
        `${perEvent(after.postgres - before.postgres)} µs in Postgres`,
    );
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
