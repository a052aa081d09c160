import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { shortOrLong } from '../../test/faults.ts';
import { openEventStore } from '../open.ts';
import { type Append, type AppendOutcome, StoreUnavailable } from '../port.ts';
import { idsOf, sampleAppend, sampleStream } from './samples.ts';
import { appended, opened, type StoreUnderTest } from './under-test.ts';

/** Minimum number of appends that are refused during the outage; it lasts long enough for consumers to back off. */
const REFUSED = shortOrLong(100, 5_000);

type Try = { append: Append; outcome: AppendOutcome; startedAt: number; ended: number };

export function outage(under: StoreUnderTest) {
  describe('an outage of the store', async () => {
    const store = await opened(under);
    const reader = await opened(under);

    it('lets no append succeed, and consumers resume by themselves', async () => {
      const after = await store.head();
      const old = { ...sampleAppend(sampleStream(), 'none', 3) };
      const answer = await appended(store, old);
      const stop = new AbortController();
      const seen: string[][] = [[], []];
      const followers = seen.map(async (ids, n) => {
        const from = n === 0 ? store : reader;
        for await (const { events } of from.follow({ after, limit: 100, signal: stop.signal }))
          ids.push(...idsOf(events));
      });
      const tries: Try[] = [];
      const quit = new AbortController();
      const writers = Array.from({ length: 20 }, async () => {
        while (!quit.signal.aborted) {
          const append = sampleAppend(sampleStream(), 'none', 2);
          const startedAt = performance.now();
          const outcome = await store.append(append);
          tries.push({ append, outcome, startedAt, ended: performance.now() });
          await sleep(5);
        }
      });

      await expect
        .poll(() => tries.filter(({ outcome }) => outcome.kind === 'appended').length)
        .toBeGreaterThan(20);
      await under.stopStore();
      const stopped = performance.now();
      await expect(store.readAll({ after, limit: 1 })).rejects.toBeInstanceOf(StoreUnavailable);
      const newcomer = await openEventStore(under.config); // opening needs no store
      expect(await newcomer.append(sampleAppend(sampleStream(), 'none'))).toMatchObject({
        kind: 'unavailable',
      });
      const during = () => tries.filter(({ startedAt }) => startedAt > stopped);
      await expect.poll(() => during().length).toBeGreaterThan(REFUSED);
      const away = during();
      await under.startStore();
      const started = performance.now();
      await expect
        .poll(() => tries.some((t) => t.startedAt > started && t.outcome.kind === 'appended'))
        .toBe(true);
      quit.abort();
      await Promise.all(writers);

      expect(kindsOf(away).filter((kind) => kind !== 'unavailable' && kind !== 'unknown')).toEqual([]);
      expect(kindsOf(tries).filter((kind) => kind === 'conflict')).toEqual([]);

      // Repeats unknown appends with the same ids first, so that the expected events are certain.
      for (const { append, outcome } of tries) if (outcome.kind === 'unknown') await appended(store, append);
      expect(await newcomer.append(old)).toEqual({ ...answer, repeated: true });
      const written = tries.filter(
        ({ outcome }) => outcome.kind === 'appended' || outcome.kind === 'unknown',
      );
      const expected = [old, ...written.map(({ append }) => append)]
        .flatMap(({ events }) => idsOf(events))
        .sort();
      for (const ids of seen) {
        await expect.poll(() => ids.length).toBeGreaterThanOrEqual(expected.length);
        expect([...ids].sort()).toEqual(expected);
      }
      stop.abort();
      await Promise.all(followers);
      await newcomer.close();
    });
  });
}

const kindsOf = (tries: readonly Try[]) => tries.map(({ outcome }) => outcome.kind);
