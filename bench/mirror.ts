import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adoptHistory } from '@crm/platform/event-store/adopt-history.ts';
import { sampleAppend, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { openHistory } from '@crm/platform/event-store/history.ts';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { openKafka } from '@crm/platform/kafka/client.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { startKafka, type TestKafka } from '@crm/platform/test/kafka.ts';
import { messageOf } from '@crm/workers/mirror/message.ts';
import { runMirror } from '@crm/workers/mirror/mirror.ts';
import { type Figures, rounded } from './figures.ts';

/** The mock cluster keeps 5 MB per partition, so more events would not stay in it. */
const STREAMS = 200;
const PER_STREAM = 100;
const EVENTS = STREAMS * PER_STREAM;
/** As many as the mirror reads at once. */
const AT_ONCE = 500;
const PARTITIONS = 4;

/**
 * Events per second from the event store on Postgres to their acknowledgement by Kafka; the floor sends the same messages from
 * memory by the same client. Both on the mock cluster of librdkafka, or on a real broker where Docker is.
 */
export async function mirror(): Promise<Figures> {
  const kafka = await startKafka();
  if (!kafka.isRunning) throw new Error('This bench needs kcat');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-bench-mirror-'));
  const postgres = await startEmbedded({ dataDir, log: openLog('error') });
  try {
    await migrate(postgres.url);
    return await measured(postgres.url, kafka);
  } finally {
    await postgres.stop();
    await kafka.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measured(url: string, kafka: TestKafka): Promise<Figures> {
  const log = openLog('error');
  const pools = openPools(url, log);
  const store = await openEventStore({ kind: 'postgres', url }, log);
  try {
    await adoptHistory(pools.auth, await openHistory(store, {}), store);
    for (let n = 0; n < STREAMS; n += 1) await store.append(sampleAppend(sampleStream(), 'none', PER_STREAM));

    await kafka.create('mirrored');
    const stopping = new AbortController();
    const began = performance.now();
    const perSecond = await new Promise<number>((resolve) => {
      let sent = 0;
      void runMirror({
        kafka: { brokers: kafka.brokers, topic: 'mirrored', tls: false, login: null },
        ...{ pool: pools.projections, leadership: openLeadership(url, log), storedEvents: store, log },
        metrics: {
          reached: (_, events) => {
            sent += events;
            if (sent >= EVENTS) resolve((sent * 1_000) / (performance.now() - began));
          },
          failed: () => {},
        },
        report: () => {},
        signal: stopping.signal,
      });
    });
    stopping.abort();
    const floor = await rawProduce(kafka, await store.readAll({ after: START, limit: EVENTS + 10 }));
    return {
      value: rounded(perSecond, 0),
      unit: `events/s on ${kafka.name}`,
      floor: rounded(floor, 0),
      ratio: rounded(perSecond / floor, 2),
      rss_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
    };
  } finally {
    await store.close();
    await pools.end();
  }
}

async function rawProduce(
  kafka: TestKafka,
  { events }: { events: Parameters<typeof messageOf>[0][] },
): Promise<number> {
  await kafka.create('raw');
  const client = openKafka({ brokers: kafka.brokers, topic: 'raw', tls: false, login: null });
  const messages = events.map((event) => messageOf(event, 'raw'));
  await client.describeTopic('raw');
  const began = performance.now();
  for (let at = 0; at < messages.length; at += AT_ONCE)
    await client.send('raw', PARTITIONS, messages.slice(at, at + AT_ONCE));
  const perSecond = (messages.length * 1_000) / (performance.now() - began);
  await client.close();
  return perSecond;
}
