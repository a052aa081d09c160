import { parseArgs } from 'node:util';
import type { EventStoreConfig } from '@crm/platform/event-store/open.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { type Log, openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { joinStore } from '@crm/platform/start/join-store.ts';
import { buildGroups, buildTogether, type RebuildProgress } from './generations/build.ts';
import type { Rebuilt } from './generations/build-next.ts';
import type { AnyProjection } from './projection.ts';
import { projections } from './projections.ts';
import { reportOf } from './rebuild-report.ts';

const names = projections.map((projection) => projection.name).join(', ');
const USAGE = `Builds a read model again from the events, beside the running product:

  npm run rebuild -- NAME             NAME is all, or one of ${names}
  npm run rebuild -- NAME --accept    switches over even without the events that cannot be applied`;

/**
 * `npm run rebuild -- leads`, also beside the running product: queries continue and see the new rows after the switch.
 * @returns the exit code: 0 if all are live, 1 on wrong usage or failure, 2 if one waits to be accepted
 */
async function main(): Promise<number> {
  const { name, accept } = readArguments();
  const chosen = projections.filter((projection) => name === 'all' || projection.name === name);
  if (chosen.length === 0) {
    console.error(
      name === undefined ? USAGE : `There is no projection '${name}': it is one of ${names}, or all`,
    );
    return 1;
  }
  const log = openLog('error');
  const joined = await joinStore(log);
  if (!joined) return 1;
  try {
    return await rebuild({ chosen, accept }, joined, log);
  } finally {
    await joined.stop();
  }
}

function readArguments(): { name: string | undefined; accept: boolean } {
  try {
    const { positionals, values } = parseArgs({
      options: { accept: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { name: positionals.length === 1 ? positionals[0] : undefined, accept: values.accept === true };
  } catch {
    return { name: undefined, accept: false };
  }
}

async function rebuild(
  { chosen, accept }: { chosen: readonly AnyProjection[]; accept: boolean },
  { url, storeConfig }: { url: string; storeConfig: EventStoreConfig },
  log: Log,
): Promise<number> {
  const pools = openPools(url, log);
  const { store } = await openSealedEventStore(storeConfig, pools.auth);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  let code = 0;
  try {
    const onBuilt = (_: AnyProjection, rebuilt: Rebuilt | null) => {
      if (!rebuilt) return;
      for (const line of reportOf(rebuilt)) console.info(line);
      if (rebuilt.outcome === 'waiting') code = 2;
    };
    const options = { pool: pools.background, store, log, signal: stop.signal, accept, onBuilt };
    for (const group of buildGroups(chosen))
      await buildTogether(group, { ...options, onProgress: showProgress() });
    return code;
  } catch (error) {
    console.error(stop.signal.aborted ? 'Stopped; the live read models were not changed.' : `${error}`);
    return 1;
  } finally {
    await store.close();
    await pools.end();
  }
}

/** Prints at most one progress line per second. */
function showProgress() {
  let shownAt = performance.now();
  return ({ projection, events, position, target }: RebuildProgress) => {
    if (performance.now() - shownAt < 1_000) return;
    shownAt = performance.now();
    // A position is opaque; if it is a number, it also gives the percentage.
    const share = Number(position) / Number(target);
    const far = Number.isFinite(share) ? `, ${Math.floor(share * 100)} % of the history` : '';
    console.info(`${projection}: ${events.toLocaleString('en')} events${far}`);
  };
}

process.exitCode = await main();
