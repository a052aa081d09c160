import { describe, expect, it } from 'vitest';
import { openEventStore } from '../open.ts';
import type { Append, EventStore, Position, RecordedEvent } from '../port.ts';
import { idsOf, sampleAppend, sampleStream } from './samples.ts';
import { opened, type StoreUnderTest } from './under-test.ts';

const WRITERS = 16;
const APPENDS = 20_000;

export function interleaving(under: StoreUnderTest) {
  describe('interleaving', () => {
    const control = opened(under);

    it('shows two followers every event of 16 writers once and in order, conflicts or not', {
      timeout: 60_000,
    }, async () => {
      const after = await control.head();
      const stores = Array.from({ length: 6 }, () => openEventStore(under.config));
      const stop = new AbortController();
      const followers = stores.slice(4).map((store, n) => {
        const seen: RecordedEvent[] = [];
        return {
          seen,
          done: collect(store, { after, limit: n === 0 ? 37 : 1_000, signal: stop.signal }, seen),
        };
      });

      // Few streams and stale knowledge of them: about half of the appends lose.
      const streams = Array.from({ length: 60 }, sampleStream);
      const tallies = await Promise.all(
        Array.from({ length: WRITERS }, (_, n) => write(stores[n % 4] as EventStore, streams)),
      );
      const won = tallies.flatMap((tally) => tally.won);
      const conflicts = tallies.reduce((sum, tally) => sum + tally.conflicts, 0);
      expect(won.length + conflicts).toBe(APPENDS);
      expect(conflicts).toBeGreaterThan(APPENDS / 20);
      expect(won.length).toBeGreaterThan(APPENDS / 20);

      const events = won
        .sort((a, b) => (a.position < b.position ? -1 : 1))
        .flatMap(({ append }) => idsOf(append.events));
      for (const { seen } of followers) {
        await expect.poll(() => seen.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(events.length);
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
      await Promise.all(stores.map((store) => store.close()));
    });
  });
}

/** A writer's share of the appends, to random streams, with what it last knew of their revisions. */
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

async function collect(
  store: EventStore,
  options: Parameters<EventStore['follow']>[0],
  seen: RecordedEvent[],
) {
  for await (const { events } of store.follow(options)) seen.push(...events);
}

const rising = (positions: readonly Position[]) =>
  positions.every((position, n) => n === 0 || (positions[n - 1] as Position) < position);
