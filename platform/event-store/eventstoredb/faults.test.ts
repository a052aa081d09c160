import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { idsOf, sampleAppend, sampleStream } from '../contract/samples.ts';
import { appended } from '../contract/under-test.ts';
import { openEventStore } from '../open.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { startWire } from '../wire/wire.ts';
import { openClient } from './client.ts';
import { writtenOf } from './events.ts';
import { settledWrite } from './writes.ts';

const wire = await startWire({ writeTimeoutMs: 300 });
const open = (url = wire.url) => openEventStore({ kind: 'eventstoredb', url });
const store = await open();
const other = await open();
afterAll(async () => {
  await Promise.all([store.close(), other.close()]);
  await wire.end();
});
afterEach(async () => {
  await wire.harm(null);
  await wire.become({ kind: 'leader' });
  await wire.start();
});

describe('an append', () => {
  it('whose answer was lost is found by its ids and written once', async () => {
    const append = sampleAppend(sampleStream(), 'none', 3);
    await wire.harm({ kind: 'cut-after-commit', times: 1 });
    expect(await store.append(append)).toMatchObject({ kind: 'appended', revision: 2, repeated: true });
    expect(idsOf(await other.readStream(append.stream))).toEqual(idsOf(append.events));
  });

  it('without an answer is settled after its deadline: found if it was written, sent again if not', async () => {
    const written = sampleAppend(sampleStream(), 'none');
    const lost = sampleAppend(sampleStream(), 'none', 2);
    await wire.harm({ kind: 'silent-after-commit', times: 1 });
    const first = store.append(written);
    await expect.poll(() => other.readStream(written.stream)).toHaveLength(1);
    await wire.harm({ kind: 'silent', times: 1 });
    const second = store.append(lost);
    expect(await first).toMatchObject({ kind: 'appended', revision: 0, repeated: true });
    expect(await second).toMatchObject({ kind: 'appended', revision: 1, repeated: false });
    expect(idsOf(await other.readStream(written.stream))).toEqual(idsOf(written.events));
    expect(idsOf(await other.readStream(lost.stream))).toEqual(idsOf(lost.events));
  });

  it('is unknown during an outage, and a later retry with the same ids settles it', async () => {
    const append = sampleAppend(sampleStream(), 'none', 2);
    await wire.harm({ kind: 'silent-after-commit', times: 1 });
    const outcome = store.append(append);
    await expect.poll(() => other.readStream(append.stream)).toHaveLength(2);
    await wire.stop();
    expect(await outcome).toMatchObject({ kind: 'unknown' });
    await wire.start();
    expect(await back(() => store.append(append))).toMatchObject({
      kind: 'appended',
      revision: 1,
      repeated: true,
    });
    expect(idsOf(await other.readStream(append.stream))).toEqual(idsOf(append.events));
  });

  it('sent by two processes concurrently is written once, although the server drops the second', async () => {
    const [first, second] = [openClient(wire.url), openClient(wire.url)];
    const { stream, events } = sampleAppend(sampleStream(), 'none', 2);
    const written = events.map((event) => writtenOf(event));
    const answers = await Promise.all(
      [first, second, first, second].map((client) => settledWrite(client, stream, 'none', written)),
    );
    expect(new Set(answers.map((answer) => answer.kind === 'written' && answer.revision))).toEqual(
      new Set([1]),
    );
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
    await Promise.all([first.close(), second.close()]);
  });

  it('goes to the leader that a follower node names', async () => {
    const leader = await startWire();
    await wire.become({ kind: 'follower', leader: { host: '127.0.0.1', port: leader.port } });
    const sent = await open();
    const append = sampleAppend(sampleStream(), 'none');
    await appended(sent, append);
    const there = await open(leader.url);
    expect(await there.readStream(append.stream)).toHaveLength(1);
    await Promise.all([sent.close(), there.close()]);
    await leader.end();
  });

  it('is unavailable when the server is not ready or knows no leader', async () => {
    for (const role of [{ kind: 'not-ready' }, { kind: 'follower', leader: null }] as const) {
      await wire.become(role);
      const append = sampleAppend(sampleStream(), 'none');
      expect(await store.append(append)).toMatchObject({ kind: 'unavailable' });
      await wire.become({ kind: 'leader' });
      expect(await store.readStream(append.stream)).toEqual([]);
    }
  });
});

describe('follow', () => {
  it('skips and repeats no event when its connection is cut repeatedly', async () => {
    const { seen, end } = await followed(store);
    const cutting = new AbortController();
    const cuts = (async () => {
      for (let n = 0; n < 15; n += 1) {
        await sleep(60);
        await wire.cut();
      }
      cutting.abort();
    })();
    const expected: string[] = [];
    while (!cutting.signal.aborted) {
      const appends = Array.from({ length: 8 }, () => sampleAppend(sampleStream(), 'none', 3));
      await Promise.all(appends.map((append) => back(() => other.append(append))));
      expected.push(...appends.flatMap(({ events }) => idsOf(events)));
    }
    await cuts;
    await end(expected.length);
    expect(new Set(idsOf(seen))).toEqual(new Set(expected));
    expect(seen).toHaveLength(expected.length);
    expect(seen.map(({ position }) => position)).toEqual(seen.map(({ position }) => position).sort());
  });

  it('resumes where it was when the server drops a slow consumer', async () => {
    const { seen, end } = await followed(store, 200);
    const appends = Array.from({ length: 60 }, () => sampleAppend(sampleStream(), 'none', 100));
    for (const append of appends) await appended(other, append);
    const expected = appends.flatMap(({ events }) => idsOf(events));
    await end(expected.length);
    expect(idsOf(seen)).toEqual(expected);
  });
});

describe("a cluster's address", () => {
  it('finds the leader by gossip although one node is down, and again after an outage', async () => {
    const cluster = await open(`esdb://127.0.0.1:1,127.0.0.1:${wire.port}?tls=false&maxDiscoverAttempts=2`);
    const { seen, end } = await followed(cluster);
    const before = sampleAppend(sampleStream(), 'none', 2);
    await appended(cluster, before);
    await wire.stop();
    expect(await cluster.append(sampleAppend(sampleStream(), 'none'))).toMatchObject({
      kind: expect.stringMatching('unavailable|unknown'),
    });
    await sleep(1_000);
    await wire.start();
    const after = sampleAppend(sampleStream(), 'none', 2);
    await back(() => cluster.append(after));
    await end(4);
    expect(idsOf(seen)).toEqual([...idsOf(before.events), ...idsOf(after.events)]);
    await cluster.close();
  });

  it('whose gossip names a dead leader refuses appends until the gossip names a living one', async () => {
    const leader = await startWire();
    const cluster = await open(`esdb://127.0.0.1:1,127.0.0.1:${wire.port}?tls=false&maxDiscoverAttempts=1`);
    const there = await open(leader.url);
    const append = sampleAppend(sampleStream(), 'none');
    await wire.become({ kind: 'follower', leader: { host: '127.0.0.1', port: 1 } });
    expect(await cluster.append(append)).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(/ECONNREFUSED 127.0.0.1:1/),
    });
    await wire.become({ kind: 'follower', leader: { host: '127.0.0.1', port: leader.port } });
    await back(() => cluster.append(append));
    expect(idsOf(await there.readStream(append.stream))).toEqual(idsOf(append.events));
    await Promise.all([cluster.close(), there.close()]);
    await leader.end();
  });
});

/** Retries until the append succeeds, because the connection may be down for moments. */
const back = (append: () => ReturnType<EventStore['append']>) =>
  vi.waitFor(async () => {
    const outcome = await append();
    expect(outcome).toMatchObject({ kind: 'appended' });
    return outcome;
  });

/**
 * Follows from the head, with a pause of `slowMs` after each batch; `end` waits for `count` events and a little longer.
 */
async function followed(from: EventStore, slowMs = 0) {
  const stop = new AbortController();
  const after = await from.head();
  const seen: RecordedEvent[] = [];
  const done = (async () => {
    for await (const { events } of from.follow({ after, limit: 500, signal: stop.signal })) {
      seen.push(...events);
      if (slowMs > 0) await sleep(slowMs);
    }
  })();
  return {
    seen,
    async end(count: number) {
      await expect.poll(() => seen.length).toBeGreaterThanOrEqual(count);
      await sleep(100);
      stop.abort();
      await done;
    },
  };
}
