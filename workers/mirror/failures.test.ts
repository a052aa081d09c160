import { randomUUID } from 'node:crypto';
import { sampleAppend, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { HISTORY_STREAM, openHistory } from '@crm/platform/event-store/history.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import type { Health } from '@crm/platform/health/readiness.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runMirror } from './mirror.ts';
import { type MemoryTopic, memoryTopic } from './test/memory-kafka.ts';

const db = await testDatabase();
const pools = testPools(db.url, openLog('silent'));
const { store, storedEvents } = await openSealedEventStore(testStoreConfig(db.url), pools.auth);
beforeAll(async () => {
  await pools.auth.query('insert into followed_history (id) values ($1)', [await openHistory(store, {})]);
});
afterAll(async () => {
  await store.close();
  await pools.end();
});

let name: string;
let topic: MemoryTopic;
const stops: (() => Promise<void>)[] = [];
const stop = async () => {
  for (const each of stops.splice(0)) await each();
};
beforeEach(async () => {
  [name, topic] = [`events-${randomUUID()}`, memoryTopic()];
  await append();
});
afterEach(stop);

const append = async () => {
  for (let n = 0; n < 20; n += 1) await store.append(sampleAppend(sampleStream(), 'none', 2));
};

/** Mirrors into the topic in memory, as a process of its own would. */
function start(isAway = () => false) {
  const stopping = new AbortController();
  const seen = { health: [] as Health[], lines: '' };
  const ended = runMirror({
    kafka: { brokers: ['127.0.0.1:1'], topic: name, tls: false, login: null },
    pool: pools.projections,
    leadership: openLeadership(db.url, openLog('silent')),
    storedEvents,
    metrics: { reached: () => {}, failed: () => {} },
    report: (health) => seen.health.push(health),
    log: openLog('warn', { write: (line) => (seen.lines += line) }),
    signal: stopping.signal,
    giveUpMs: 300,
    open: topic.open(isAway),
  });
  stops.push(async () => {
    stopping.abort();
    await ended;
  });
  return seen;
}

/** Waits until the topic has every event of the store. */
async function mirrored() {
  const { events } = await storedEvents.readAll({ after: START, limit: 1_000_000 });
  const ids = events.filter(({ stream }) => stream !== HISTORY_STREAM).map(({ id }) => id);
  await expect
    .poll(() => new Set(topic.partitions.flat().map(({ headers }) => headers['id'])))
    .toEqual(new Set(ids));
}

test('a topic that was created again while nothing mirrored gets every event', async () => {
  start();
  await mirrored();
  await stop();
  topic.recreate();
  const seen = start();
  await mirrored();
  expect(seen.lines.match(/was created again: every event is sent again/g)).toHaveLength(1);
});

test('a topic that was created again between two sends gets every event', async () => {
  const { health } = start();
  await mirrored();
  topic.recreate();
  await append();
  await mirrored();
  expect(health).toContainEqual({
    kind: 'degraded',
    reason: `Topic ${name} was created again: every event is sent again, from the first one on`,
  });
});

const last = ({ health }: ReturnType<typeof start>) => health.at(-1)?.kind;

test('a process that never reached Kafka leaves the mirror to others, and says so until it does', async () => {
  let isAway = true;
  const first = start(() => isAway);
  await expect.poll(() => last(first)).toBe('degraded');
  start();
  await mirrored();
  expect(last(first)).toBe('degraded');
  isAway = false;
  await expect.poll(() => last(first)).toBe('ok');
});

test('a leader that loses Kafka alone gives the lead up, and leads again when it must', async () => {
  let isAway = false;
  const first = start(() => isAway);
  await mirrored();
  start();
  isAway = true;
  await append();
  await mirrored();
  expect(last(first)).toBe('degraded');
  await stops.pop()?.();
  isAway = false;
  await append();
  await mirrored();
  await expect.poll(() => last(first)).toBe('ok');
});

test('more partitions than before are noticed once, not after each outage', async () => {
  start();
  await mirrored();
  await stop();
  topic.partitions.push([]);
  let isAway = false;
  const seen = start(() => isAway);
  for (let outages = 0; outages < 2; outages += 1) {
    isAway = true;
    await append();
    await expect.poll(() => last(seen)).toBe('degraded');
    isAway = false;
    await mirrored();
    await expect.poll(() => last(seen)).toBe('ok');
  }
  expect(seen.lines.match(/has 5 partitions instead of 4/g)).toHaveLength(1);
});
