import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomFrom } from '@crm/platform/random/random.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { STATE_MS } from '../../test/patience.ts';
import { sampleEvent, sampleStream } from '../contract/samples.ts';
import type { Position, RecordedEvent } from '../port.ts';
import { START } from '../port.ts';
import { openFeed } from './feed.ts';
import { follow } from './follow.ts';
import { positionOf } from './position.ts';
import type { Subscribe } from './subscription.ts';

/** More than the feed keeps, twice. */
const EVENTS = 12_000;
const stream = sampleStream();
const sample = sampleEvent();
const log: RecordedEvent[] = Array.from({ length: EVENTS }, (_, n) => ({
  ...sample,
  id: `${n}`,
  stream,
  revision: n,
  position: positionOf({ commit: BigInt(n), prepare: BigInt(n) }),
  at: new Date(n),
}));
const positionAt = (index: number): Position => log[index]?.position ?? START;

const closed = new AbortController();
const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** A feed on the log above, of which the first `written` events exist, and the positions at which it was subscribed to. */
function opened(options: { slowMs?: number; aheadMs?: number; written?: number } = {}) {
  let written = options.written ?? EVENTS;
  let wake = () => {};
  const from: number[] = [];
  const ended: number[] = [];
  const subscribe: Subscribe = async function* ({ after, limit, signal }) {
    let next = after === START ? 0 : log.findIndex(({ position }) => position === after) + 1;
    const began = next;
    from.push(began);
    try {
      while (!signal.aborted) {
        const events = log.slice(next, Math.min(next + limit, written));
        const last = events.at(-1);
        if (last) {
          next += events.length;
          yield { events, upTo: last.position };
          await nextTurn();
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve());
          });
      }
    } finally {
      ended.push(began);
    }
  };
  return {
    // The product's 5 s would part with a consumer while a busy machine stops this process.
    feed: openFeed(subscribe, closed.signal, { slowMs: STATE_MS, ...options }),
    subscribe,
    from,
    ended,
    write(count: number) {
      written += count;
      wake();
    },
  };
}

type Opened = ReturnType<typeof opened>;

/** Follows from an index up to another, with `pause` after each batch. */
async function followed(
  { feed, subscribe }: Opened,
  { after, upTo = EVENTS, limit = 500, pause = () => nextTurn() }: Asked,
): Promise<string[]> {
  const stop = new AbortController();
  stops.push(stop);
  const ids: string[] = [];
  const options = { after: positionAt(after - 1), limit, signal: stop.signal };
  for await (const batch of follow(feed, subscribe, options)) {
    ids.push(...batch.events.map(({ id }) => id));
    expect(batch.events.length).toBeLessThanOrEqual(limit);
    if (after + ids.length >= upTo) break;
    await pause();
  }
  return ids;
}
type Asked = { after: number; upTo?: number; limit?: number; pause?: () => Promise<unknown> };

const idsBetween = (after: number, upTo: number) => log.slice(after, upTo).map(({ id }) => id);

test('consumers that begin together share one subscription, which ends with the last of them', async () => {
  const one = opened();
  const all = await Promise.all(Array.from({ length: 20 }, () => followed(one, { after: 0 })));
  for (const ids of all) expect(ids).toEqual(idsBetween(0, EVENTS));
  expect(one.from).toEqual([0]);
  await expect.poll(() => one.ended).toEqual([0]);
});

test('a consumer that does not move on holds up the others for a while, and goes on by itself', async () => {
  const one = opened({ slowMs: 1 });
  let goOn = () => {};
  const standing = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = followed(one, { after: 0, pause: () => standing });
  expect(await followed(one, { after: 0 })).toEqual(idsBetween(0, EVENTS));
  goOn();
  expect(await slow).toEqual(idsBetween(0, EVENTS));
});

test('the feed waits for a consumer that is only slower', async () => {
  const one = opened();
  let taken = 0;
  const slow = followed(one, {
    after: 0,
    pause: async () => {
      taken += 1;
      for (let turns = 0; turns < 20; turns += 1) await nextTurn();
    },
  });
  await Promise.all([slow, followed(one, { after: 0 })]);
  expect(await slow).toEqual(idsBetween(0, EVENTS));
  expect(taken).toBeGreaterThan(20);
  expect(one.from).toEqual([0]);
});

test('at the end of the log, a slower consumer holds up the others for a limited time in all', async () => {
  const one = opened({ written: 100, slowMs: 100 });
  const slow = followed(one, { after: 0, pause: () => sleep(15) });
  const quick = followed(one, { after: 0 });
  await vi.waitFor(() => expect(one.from).toEqual([0]));
  one.write(EVENTS - 100);
  expect(await quick).toEqual(idsBetween(0, EVENTS));
  expect(await slow).toEqual(idsBetween(0, EVENTS));
  expect(one.from.length).toBeGreaterThan(1);
});

test('a consumer that is some events ahead of the feed joins it; one far ahead reads by itself first', async () => {
  const one = opened({ written: 3_000, aheadMs: 60_000 });
  const behind = followed(one, { after: 0 });
  const ahead = followed(one, { after: 3_010 });
  one.write(EVENTS - 3_000);
  expect(await ahead).toEqual(idsBetween(3_010, EVENTS));
  await behind;
  expect(one.from).toEqual([0]);

  const other = opened({ aheadMs: 0 });
  const first = followed(other, { after: 0 });
  expect(await followed(other, { after: 11_000 })).toEqual(idsBetween(11_000, EVENTS));
  await first;
  expect(other.from).toEqual([0, 11_000]);
});

test('any consumers at any pace get every event once and in order', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = randomFrom(seed);
    const one = opened({ slowMs: random.pick([0, 1, 5_000]), aheadMs: random.pick([0, 1, 1_000]) });
    const consumers = Array.from({ length: 1 + random.below(6) }, () => consumer(one, random));
    for (const { ids, expected } of await Promise.all(consumers))
      expect(ids, `seed ${seed}`).toEqual(expected);
    expect(one.feed.isOpenAt(START), 'the feed ends with its consumers').toBe(true);
  }
});

/** A consumer that begins at some time and place, leaves some times, and follows again where it was. */
async function consumer(one: Opened, random: Random) {
  const begin = random.pick([0, 0, random.below(EVENTS)]);
  const turns = random.pick([0, 0, 1, 10]);
  const limit = random.pick([300, 1_000]);
  const pause = async () => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  };
  for (let turn = random.below(20); turn > 0; turn -= 1) await nextTurn();
  const ids: string[] = [];
  while (begin + ids.length < EVENTS) {
    const after = begin + ids.length;
    const upTo = random.chance(0.5) ? EVENTS : after + 1 + random.below(EVENTS - after);
    ids.push(...(await followed(one, { after, upTo, limit, pause })));
  }
  return { ids, expected: idsBetween(begin, EVENTS) };
}
