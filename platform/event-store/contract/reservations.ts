import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleAppend, sampleStream } from './samples.ts';
import { appended, opened, type StoreUnderTest } from './under-test.ts';

const sampleName = () => `email:${randomUUID()}@x.test`;

export function reservations(under: StoreUnderTest) {
  describe('reservations', async () => {
    const store = await opened(under);
    const other = await opened(under);

    it('are taken only if the append succeeds', async () => {
      const [mine, theirs, name] = [sampleStream(), sampleStream(), sampleName()];
      const free = sampleName();
      await appended(store, { ...sampleAppend(mine, 'none'), reserve: [name] });
      const refused = { ...sampleAppend(theirs, 'none'), reserve: [free, name] };
      expect(await other.append(refused)).toEqual({ kind: 'taken', name });
      expect(await store.readStream(theirs)).toEqual([]);
      await appended(store, { ...sampleAppend(mine, 0), reserve: [free] }); // the refused append did not take it
    });

    it('can be requested again by their own stream', async () => {
      const [stream, name] = [sampleStream(), sampleName()];
      await appended(store, { ...sampleAppend(stream, 'none'), reserve: [name] });
      expect((await appended(store, { ...sampleAppend(stream, 0), reserve: [name] })).revision).toBe(1);
    });

    it('are released only by their own stream', async () => {
      const [mine, theirs, name] = [sampleStream(), sampleStream(), sampleName()];
      await appended(store, { ...sampleAppend(mine, 'none'), reserve: [name] });
      await appended(store, { ...sampleAppend(theirs, 'none'), release: [name] });
      expect(await store.append({ ...sampleAppend(theirs, 0), reserve: [name] })).toEqual({
        kind: 'taken',
        name,
      });
      const renamed = sampleName();
      await appended(store, { ...sampleAppend(mine, 0), release: [name], reserve: [renamed] });
      await appended(other, { ...sampleAppend(theirs, 0), reserve: [name] });
      expect(await store.append({ ...sampleAppend(mine, 1), reserve: [name] })).toEqual({
        kind: 'taken',
        name,
      });
    });

    it('are not taken by a conflicting append or by a repeated one', async () => {
      const [mine, theirs, name] = [sampleStream(), sampleStream(), sampleName()];
      const first = { ...sampleAppend(mine, 'none'), reserve: [name] };
      await appended(store, first);
      await appended(store, { ...sampleAppend(mine, 0), release: [name] });
      expect((await appended(store, first)).repeated).toBe(true);
      const lost = await store.append({ ...sampleAppend(mine, 0), reserve: [name] });
      expect(lost).toEqual({ kind: 'conflict', actual: 1 });
      await appended(store, { ...sampleAppend(theirs, 'none'), reserve: [name] });
    });

    it('go to exactly one of many concurrent appends', async () => {
      const name = sampleName();
      const racers = Array.from({ length: 60 }, (_, n) => ({
        ...sampleAppend(sampleStream(), 'none'),
        reserve: n % 3 === 0 ? [name] : [sampleName(), name], // some appends take another name first
      }));
      const outcomes = await Promise.all(
        racers.map((append, n) => (n % 2 === 0 ? store : other).append(append)),
      );
      expect(outcomes.filter(({ kind }) => kind === 'appended')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.kind === 'taken' && outcome.name === name)).toHaveLength(
        59,
      );
      for (const [n, { stream }] of racers.entries()) {
        expect(await store.readStream(stream)).toHaveLength(outcomes[n]?.kind === 'appended' ? 1 : 0);
      }
    });
  });
}
