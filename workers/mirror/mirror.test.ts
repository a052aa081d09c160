import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LeadId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { leadStream } from '@crm/events/streams.ts';
import { sampleAppend, sampleEvent, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { HISTORY_STREAM, openHistory } from '@crm/platform/event-store/history.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { destroyKey, readKey } from '@crm/platform/event-store/sealed/keys.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openEvent } from '@crm/platform/event-store/sealed/seal-event.ts';
import type { Health } from '@crm/platform/health/readiness.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { mirrorName } from '@crm/platform/runner/consumer-names.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { mockCluster, type ReadMessage, startKafka, type TestKafka } from '@crm/platform/test/kafka.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mirrorMetrics } from './metrics.ts';
import { runMirror } from './mirror.ts';

const kafka = await startKafka();
const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const { store, storedEvents } = await openSealedEventStore(testStoreConfig(db.url), pools.auth);
afterAll(async () => {
  await kafka.end();
  await store.close();
  await pools.end();
});
let history: string;
beforeAll(async () => {
  history = await openHistory(store, {});
  await pools.auth.query('insert into followed_history (id) values ($1)', [history]);
});

let topic: string;
beforeEach(() => {
  topic = `events-${randomUUID()}`;
});
let stop = async () => {};
afterEach(() => stop());

/** Mirrors in this process, with the state that an operator sees. */
function start(
  given: {
    kafka?: TestKafka;
    brokers?: readonly string[];
    tls?: boolean;
    password?: string;
    answerMs?: number;
  } = {},
) {
  const stopping = new AbortController();
  const seen: { health: Health; lines: string } = { health: { kind: 'ok' }, lines: '' };
  const metrics = mirrorMetrics();
  const { password } = given;
  const ended = runMirror({
    kafka: {
      brokers: given.brokers ?? given.kafka?.brokers ?? kafka.brokers,
      topic,
      tls: given.tls ?? false,
      login: password === undefined ? null : { mechanism: 'plain', username: 'crm', password },
    },
    pool: pools.projections,
    leadership: openLeadership(db.url, log),
    storedEvents,
    metrics,
    report: (health) => {
      seen.health = health;
    },
    log: openLog('warn', { write: (line) => (seen.lines += line) }),
    signal: stopping.signal,
    answerMs: given.answerMs ?? STATE_MS,
  });
  stop = async () => {
    stop = async () => {};
    stopping.abort();
    await ended;
  };
  return { seen, metrics };
}

/** Waits until the checkpoint has reached the head of the store. */
async function mirrored() {
  const head = await store.head();
  await expect
    .poll(async () => {
      const { rows } = await db.pool.query('select position from checkpoints where name = $1', [
        mirrorName(topic),
      ]);
      return rows[0]?.position;
    })
    .toBe(head);
}

const eventOf = ({ payload }: ReadMessage) => JSON.parse(payload);
/** The events of the store, in the form of the topic. */
async function stored() {
  const { events } = await storedEvents.readAll({ after: START, limit: 1_000_000 });
  return events
    .filter(({ stream }) => stream !== HISTORY_STREAM)
    .map((event) => ({ ...event, at: event.at.toISOString(), history }));
}
const byPosition = (a: { position: string }, b: { position: string }) => (a.position < b.position ? -1 : 1);

/** Each first delivery follows the last one of its partition; a repeat is not after the newest position. */
function firsts(messages: readonly ReadMessage[]) {
  const newest = new Map<number, string>();
  return messages.filter((message) => {
    const { position } = eventOf(message);
    if (position <= (newest.get(message.partition) ?? '')) return false;
    newest.set(message.partition, position);
    return true;
  });
}

describe.skipIf(!kafka.isRunning)(`events in Kafka (${kafka.name})`, () => {
  beforeEach(() => kafka.create(topic));

  test('every event arrives once, complete, in one partition per stream and in order', async () => {
    const streams = Array.from({ length: 20 }, sampleStream);
    for (const [n, stream] of streams.entries()) await store.append(sampleAppend(stream, 'none', 1 + n));
    const { metrics } = start();
    await mirrored();
    for (const [n, stream] of streams.entries()) await store.append(sampleAppend(stream, n, 2));
    await mirrored();
    const messages = await kafka.read(topic);
    expect(messages.map(eventOf).sort(byPosition)).toEqual(await stored());
    expect(firsts(messages)).toHaveLength(messages.length);
    for (const message of messages) {
      const { id, type, position, meta, stream } = eventOf(message);
      expect(message.key).toBe(stream);
      expect(message.headers).toEqual(['id', id, 'type', type, 'position', position, 'tenant', meta.tenant]);
    }
    const partitions = (stream: string) =>
      new Set(messages.filter(({ key }) => key === stream).map(({ partition }) => partition));
    for (const stream of streams) expect(partitions(stream).size).toBe(1);
    expect(new Set(messages.map(({ partition }) => partition)).size).toBeGreaterThan(1);
    const figures = await Promise.all(metrics.all.map((metric) => metric.get()));
    expect(figures.map(({ name, values }) => [name, values[0]?.value])).toEqual([
      ['mirror_events_total', expect.any(Number)],
      ['mirror_failures_total', 0],
      ['mirror_position', Number(await store.head())],
    ]);
  });

  test('personal data of a lead is encrypted in the topic, and unreadable there after the erasure', async () => {
    const subject = randomUUID();
    const created = { ...sampleEvent(), type: 'LeadCreated', version: 2, data: leadCreated().data };
    await store.append({ stream: leadStream(LeadId.parse(subject)), expected: 'none', events: [created] });
    start();
    await mirrored();
    const lead = (await kafka.read(topic)).map(eventOf).find(({ id }) => id === created.id);
    const erased = { details: { customer: { fullName: '(erased)', phone: '(erased)' } } };
    expect(lead.data).toMatchObject({ ...erased, sealed: expect.any(String) });
    expect(openEvent(lead, await readKey(pools.auth, subject)).data).toEqual(created.data);
    await destroyKey(pools.auth, { subject, tenant: created.meta.tenant });
    expect(openEvent(lead, await readKey(pools.auth, subject)).data).toMatchObject(erased);
  });

  test('events that arrive while Kafka does not answer are sent afterwards, and the outage is seen', async () => {
    const { seen, metrics } = start({ answerMs: 1_000 });
    await mirrored();
    await kafka.freeze();
    for (let n = 0; n < 5; n += 1) await store.append(sampleAppend(sampleStream(), 'none', 100));
    await expect.poll(() => seen.health.kind).toBe('degraded');
    await kafka.thaw();
    await mirrored();
    await expect.poll(() => seen.health).toEqual({ kind: 'ok' });
    const messages = await kafka.read(topic);
    expect(firsts(messages).map(eventOf).sort(byPosition)).toEqual(await stored());
    expect((await metrics.all[1]?.get())?.values[0]?.value).toBeGreaterThan(0);
  });

  test('a topic in another cluster, and one that was created again, get every event again', async () => {
    start();
    await mirrored();
    await stop();
    const other = await mockCluster();
    try {
      await other.create(topic);
      const { seen } = start({ kafka: other });
      await expect
        .poll(async () => (await other.read(topic)).map(eventOf).sort(byPosition))
        .toEqual(await stored());
      expect(seen.lines).toContain('KAFKA_BROKERS is another cluster than before');
    } finally {
      await stop();
      await other.end();
    }
  });

  test('nothing is missing and streams keep their order when the mirroring process is killed under load', async () => {
    const program = await programOf('workers/mirror/test/mirror.child.ts');
    const begin = (step: string) =>
      spawn(process.execPath, [program, db.url, topic, kafka.brokers.join(','), step], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    let writing = true;
    const load = (async () => {
      const stream = sampleStream();
      for (let n = 0; writing; n += 1) {
        await store.append(sampleAppend(sampleStream(), 'none', 5));
        await store.append(sampleAppend(stream, n === 0 ? 'none' : n - 1));
        await sleep(n < 500 ? 10 : 1_000); // the mock cluster keeps 5 MB per partition
      }
    })();
    // One of them leads at a time, and dies at its step; the last one has none.
    const dying = (['read', 'acknowledged', 'saved', 'read', 'acknowledged'] as const).map(begin);
    const ends = await Promise.all(dying.map((child) => once(child, 'exit')));
    expect(ends.map(([, signal]) => signal)).toEqual(dying.map(() => 'SIGKILL'));
    const last = begin('');
    writing = false;
    await load;
    await mirrored();
    const messages = await kafka.read(topic);
    expect(firsts(messages).map(eventOf).sort(byPosition)).toEqual(await stored());
    expect(messages.length).toBeGreaterThan(firsts(messages).length); // the kills after an acknowledgement
    last.kill('SIGTERM');
    expect(await once(last, 'exit')).toEqual([0, null]);
  });
});

describe.skipIf(!kafka.isRunning)(
  `wrong settings of Kafka (${kafka.name}) are named in one line, and the product runs on`,
  () => {
    const reason = async (given: Parameters<typeof start>[0]) => {
      const { seen } = start({ answerMs: 1_000, ...given });
      await expect.poll(() => seen.health).toMatchObject({ kind: 'degraded' });
      return seen.health.kind === 'ok' ? '' : seen.health.reason;
    };

    test('no broker answers', async () => {
      expect(await reason({ brokers: [`127.0.0.1:${await freePort()}`] })).toContain('ECONNREFUSED');
    });
    test('TLS against brokers without it', async () => {
      expect(await reason({ tls: true })).toMatch(/check KAFKA_BROKERS.* since KAFKA_TLS is on$/);
    });
    test('a sign-in to brokers without one', async () => {
      expect(await reason({ password: 'hunter2' })).toBe(
        'The brokers know no sign-in: unset KAFKA_USERNAME and KAFKA_PASSWORD',
      );
    });
    test('a missing topic that may not be created', async () => {
      expect(await reason({})).toMatch(
        /is missing and could not be created \(.*\): create it with kafka-topics/,
      );
    });
  },
);
