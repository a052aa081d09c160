import { type Config, readConfig } from '@crm/platform/config/config.ts';
import { type EventStoreConfig, openEventStore, storeOf } from '@crm/platform/event-store/open.ts';
import { type Log, openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { build, type RebuildProgress, type Rebuilt } from './generations/build.ts';
import type { AnyProjection } from './projection.ts';
import { projections } from './projections.ts';

/** `npm run rebuild -- leads`, also beside the living product: its queries go on and see the new rows at the flip. */
async function main(name: string | undefined): Promise<number> {
  const chosen = projections.filter((projection) => name === 'all' || projection.name === name);
  if (chosen.length === 0) {
    const names = projections.map((projection) => projection.name).join(', ');
    console.error(
      `${name ? `There is no projection '${name}'` : 'Say which projection'}: one of ${names}, or all.`,
    );
    return 1;
  }
  const read = readConfig();
  if (read.kind === 'wrong') {
    for (const line of read.lines) console.error(line);
    return 1;
  }
  const log = openLog('error');
  const database = await openDatabase(read.config, log);
  try {
    await migrate(database.url);
    return await rebuild(chosen, database.url, storeOf(read.config.store, database.url), log);
  } finally {
    await database.stop();
  }
}

async function openDatabase({ database, dataDir }: Config, log: Log) {
  return database.kind === 'external'
    ? { url: database.url, stop: async () => {} }
    : joinEmbedded({ dataDir, log });
}

async function rebuild(
  chosen: readonly AnyProjection[],
  url: string,
  storeConfig: EventStoreConfig,
  log: Log,
): Promise<number> {
  const pools = openPools(url, log);
  const store = openEventStore(storeConfig);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  try {
    for (const projection of chosen) {
      const options = { pool: pools.projections, store, log, signal: stop.signal };
      const rebuilt = await build(projection, { ...options, onProgress: tellProgress() });
      if (rebuilt) tellResult(rebuilt);
    }
    return 0;
  } catch (error) {
    console.error(stop.signal.aborted ? 'Stopped; what was live is live still.' : `${error}`);
    return 1;
  } finally {
    await store.close();
    await pools.end();
  }
}

const count = (n: number) => n.toLocaleString('en');

/** A line a second. */
function tellProgress() {
  let toldAt = performance.now();
  return ({ projection, events, position, target }: RebuildProgress) => {
    if (performance.now() - toldAt < 1_000) return;
    toldAt = performance.now();
    // A position is opaque; where it reads as a number it also tells how far this is.
    const share = Number(position) / Number(target);
    const far = Number.isFinite(share) ? `, ${Math.floor(share * 100)} % of the history` : '';
    console.info(`${projection}: ${count(events)} events${far}`);
  };
}

function tellResult({ projection, generation, events, comparison }: Rebuilt) {
  console.info(`${projection}: generation ${generation} is live, made of ${count(events)} events`);
  if (!comparison) console.info('  nothing of this version to compare with');
  for (const { table, rows, same } of comparison ?? []) {
    const verdict = same ? 'the same as before' : `DIFFERENT from before (${count(rows.live)} rows)`;
    console.info(`  ${table}: ${count(rows.rebuilt)} rows, ${verdict}`);
  }
}

process.exitCode = await main(process.argv[2]);
