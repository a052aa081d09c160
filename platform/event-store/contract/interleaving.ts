import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { shortOrLong } from '../../test/faults.ts';
import { openEventStore } from '../open.ts';
import { type Append, type EventStore, type Position, type RecordedEvent, START } from '../port.ts';
import { idsOf, sampleAppend, sampleStream } from './samples.ts';
import { opened, type StoreUnderTest } from './under-test.ts';

const WRITERS = 16;
const APPENDS = shortOrLong(2_000, 20_000);

export function interleaving(under: StoreUnderTest) {
  describe('interleaving', async () => {
    const control = await opened(under);

    it('delivers every event of 16 concurrent writers once and in order, despite conflicts', async () => {
      const after = await control.head();
      const open = () => openEventStore(under.config);
      const writing = [await open(), await open(), await open(), await open()];
      const [near, far] = [await open(), await open()];
      const stop = new AbortController();
      const written = new AbortController();
      const follow = (store: EventStore, limit: number, held?: AbortSignal) => {
        const seen: RecordedEvent[] = [];
        return { seen, done: collect(store, { after, limit, signal: stop.signal }, seen, held) };
      };
      // Consumers of one store: two read side by side, a third falls far behind. A fourth has its own store.
      const followers = [
        follow(near, 1_000),
        follow(near, 300),
        follow(near, 100, written.signal),
        follow(far, 37),
      ];

      // Few streams and stale revisions, so that many appends conflict.
      const streams = Array.from({ length: 60 }, sampleStream);
      const writers = writing.flatMap((store) =>
        Array.from({ length: WRITERS / writing.length }, () => store),
      );
      const tallies = await Promise.all(writers.map((store) => write(store, streams)));
      written.abort();
      const won = tallies.flatMap((tally) => tally.won);
      const conflicts = tallies.reduce((sum, tally) => sum + tally.conflicts, 0);
      expect(won.length + conflicts).toBe(APPENDS);
      expect(conflicts).toBeGreaterThan(APPENDS / 20);
      expect(won.length).toBeGreaterThan(APPENDS / 20);

      const events = won
        .sort((a, b) => (a.position < b.position ? -1 : 1))
        .flatMap(({ append }) => idsOf(append.events));
      for (const { seen } of followers) {
        await expect.poll(() => seen.length).toBeGreaterThanOrEqual(events.length);
      }
      stop.abort();
      for (const { seen, done } of followers) {
        await done;
        expect(rising(seen.map(({ position }) => position))).toBe(true);
        expect(idsOf(seen)).toEqual(events);
        for (const stream of streams) {
          const revisions = seen.filter((event) => event.stream === stream).map(({ revision }) => revision);
          expect(revisions).toEqual([...revisions.keys()]);
        }
      }
      await Promise.all([...writing, near, far].map((store) => store.close()));
    });
  });
}

/** Makes one writer's share of the appends, to random streams, at the revisions that the writer knows. */
async function write(store: EventStore, streams: readonly string[]) {
  const known = new Map<string, number | 'none'>();
  const won: { append: Append; position: Position }[] = [];
  let conflicts = 0;
  for (let n = 0; n < APPENDS / WRITERS; n += 1) {
    const stream = streams[Math.floor(Math.random() * streams.length)] ?? '';
    const append = sampleAppend(stream, known.get(stream) ?? 'none', 1 + Math.floor(Math.random() * 3));
    const outcome = await store.append(append);
    if (outcome.kind === 'appended') {
      won.push({ append, position: outcome.position });
      known.set(stream, outcome.revision);
    } else if (outcome.kind === 'conflict') {
      conflicts += 1;
      known.set(stream, outcome.actual);
    } else {
      expect.fail(`Neither appended nor a conflict: ${JSON.stringify(outcome)}`);
    }
  }
  return { won, conflicts };
}

/** Collects events into `seen`; pauses after the first batch until `held` aborts. */
async function collect(
  store: EventStore,
  options: Parameters<EventStore['follow']>[0],
  seen: RecordedEvent[],
  held?: AbortSignal,
) {
  for await (const { events } of store.follow(options)) {
    seen.push(...events);
    if (held && !held.aborted) await once(held, 'abort');
  }
}

const rising = (positions: readonly Position[]) =>
  positions.every((position, n) => (positions[n - 1] ?? START) < position);
