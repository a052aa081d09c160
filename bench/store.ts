import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventStoreTestUrl } from '@crm/platform/config/config.ts';
import { type EventStoreConfig, openEventStore } from '@crm/platform/event-store/open.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { type Figures, percentiles, rounded } from './figures.ts';
import { comparedWithBare } from './store-compared.ts';
import { append, followWith, writeFor } from './store-load.ts';

const IN_FLIGHT = [1, 8, 32] as const;
const APPEND_MS = 3_000;
const FOLLOWED = 60_000;
/** So many consumers of one process follow at once. */
const CONSUMERS = [1, 10] as const;

/**
 * Both event stores under the same load: appends of one 300-byte event per second, with 1, 8 and 32 in
 * flight, and events per second that consumers follow. EventStoreDB is that of EVENTSTORE_TEST_URL, or the tests' own
 * server for its protocol; the figures of the latter measure the adapter and not a real node. Its floor is its own client.
 */
export async function store(): Promise<Figures> {
  await onPostgres();
  const { name, times, adapter, bare } = await onEventStoreDb();
  return {
    value: adapter,
    unit: `appends/s at 32 in flight on ${name}`,
    floor: bare,
    ratio: rounded(adapter / bare, 2),
    ...times,
    rss_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
  };
}

async function onPostgres() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-bench-store-'));
  const running = await startEmbedded({ dataDir, log: openLog('error') });
  try {
    await migrate(running.url);
    return await measured('Postgres', { kind: 'postgres', url: running.url });
  } finally {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onEventStoreDb() {
  const url = eventStoreTestUrl();
  if (url) return measuredAndCompared('EventStoreDB', url);
  const wire = await startWire();
  try {
    return await measuredAndCompared('the wire server', wire.url);
  } finally {
    await wire.end();
  }
}

async function measuredAndCompared(name: string, url: string) {
  const times = await measured(name, { kind: 'eventstoredb', url });
  return { name, times, ...(await comparedWithBare(name, url)) };
}

/** @returns the times of appends with the most in flight */
async function measured(name: string, config: EventStoreConfig) {
  const opened = await openEventStore(config);
  try {
    let times = percentiles([]);
    for (const inFlight of IN_FLIGHT) {
      const { count, seconds, took } = await writeFor(APPEND_MS, inFlight, () => append(opened, 1));
      times = percentiles(took);
      console.info(
        `${name}: ${rounded(count / seconds, 0)} appends/s at ${inFlight} in flight, p99 ${times.p99_ms} ms`,
      );
    }
    for (const consumers of CONSUMERS) {
      const after = await opened.head();
      for (let written = 0; written < FOLLOWED; written += 100) await append(opened, 100);
      const { count, seconds } = await followWith(consumers, opened, after, FOLLOWED);
      console.info(`${name}: ${rounded(count / seconds, 0)} events/s followed by ${consumers}`);
    }
    return times;
  } finally {
    await opened.close();
  }
}
