import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { eventStoreTestUrl } from '@crm/platform/config/config.ts';
import { type EventStoreConfig, openEventStore } from '@crm/platform/event-store/open.ts';
import type { EventStore, NewEvent } from '@crm/platform/event-store/port.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { type Figures, percentiles, rounded } from './figures.ts';

const IN_FLIGHT = [1, 8, 32] as const;
const APPEND_MS = 3_000;
const FOLLOWED = 60_000;
/** So many consumers of one process follow at once. */
const CONSUMERS = [1, 10] as const;

/**
 * Both event stores under the same load: appends of one 300-byte event per second, with 1, 8 and 32 in
 * flight, and events per second that a subscription reads from the beginning. EventStoreDB is that of
 * EVENTSTORE_TEST_URL, or the tests' own server for its protocol; the figures of the latter measure the
 * adapter and not a real node.
 */
export async function store(): Promise<Figures> {
  const postgres = await onPostgres();
  const other = await onEventStoreDb();
  const at32 = other.appends.at(-1);
  const rss_mb = Math.round(process.memoryUsage().rss / 1024 / 1024);
  return {
    value: at32?.perSecond ?? 0,
    unit: `appends/s at 32 in flight on ${other.name}`,
    floor: postgres.appends.at(-1)?.perSecond ?? 0,
    ...at32?.times,
    rss_mb,
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
  if (url) return measured('EventStoreDB', { kind: 'eventstoredb', url });
  const wire = await startWire();
  try {
    return await measured('the wire server', { kind: 'eventstoredb', url: wire.url });
  } finally {
    await wire.end();
  }
}

async function measured(name: string, config: EventStoreConfig) {
  const opened = openEventStore(config);
  try {
    const appends: { inFlight: number; perSecond: number; times: ReturnType<typeof percentiles> }[] = [];
    for (const inFlight of IN_FLIGHT) {
      const { perSecond, times } = await appendFor(opened, inFlight);
      console.info(`${name}: ${perSecond} appends/s at ${inFlight} in flight, p99 ${times.p99_ms} ms`);
      appends.push({ inFlight, perSecond, times });
    }
    for (const consumers of CONSUMERS)
      console.info(
        `${name}: ${await followedPerSecond(opened, consumers)} events/s followed by ${consumers}`,
      );
    const plain = await appendFor(opened, 8);
    const named = await appendFor(opened, 8, () => [`bench:${randomUUID()}`]);
    const times = rounded(plain.perSecond / named.perSecond);
    console.info(`${name}: an append that reserves a name takes ${times} times as long as one without`);
    return { name, appends };
  } finally {
    await opened.close();
  }
}

async function appendFor(opened: EventStore, inFlight: number, names: () => string[] = () => []) {
  const took: number[] = [];
  const started = performance.now();
  const writer = async () => {
    while (performance.now() - started < APPEND_MS) {
      const sent = performance.now();
      await append(opened, 1, names());
      took.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: rounded(took.length / seconds, 0), times: percentiles(took) };
}

/** The rate at which all consumers have followed existing events, from the first one's start to the last one's end. */
async function followedPerSecond(opened: EventStore, consumers: number): Promise<number> {
  const after = await opened.head();
  for (let written = 0; written < FOLLOWED; written += 100) await append(opened, 100);
  const started = performance.now();
  const follow = async () => {
    const stop = new AbortController();
    let seen = 0;
    for await (const { events } of opened.follow({ after, limit: 1_000, signal: stop.signal })) {
      seen += events.length;
      if (seen >= FOLLOWED) stop.abort();
    }
  };
  await Promise.all(Array.from({ length: consumers }, follow));
  return rounded((FOLLOWED / (performance.now() - started)) * 1000, 0);
}

async function append(opened: EventStore, count: number, reserve: string[] = []): Promise<void> {
  const events = Array.from({ length: count }, sample);
  const outcome = await opened.append({ stream: `bench-${randomUUID()}`, expected: 'none', events, reserve });
  if (outcome.kind !== 'appended') throw new Error(`Not appended: ${JSON.stringify(outcome)}`);
}

function sample(): NewEvent {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type: 'Sampled',
    version: 1,
    data: { text: 'x'.repeat(80) },
    meta: {
      tenant: PLATFORM_TENANT,
      actor: { kind: 'system', name: 'bench' },
      ip: null,
      userAgent: null,
      commandId,
      correlationId: commandId,
      causationId: null,
      requestHash: null,
    },
  };
}
