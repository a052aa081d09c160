import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openEventStore } from '../open.ts';
import type { EventBatch, RecordedEvent } from '../port.ts';
import { idsOf, sampleAppend, sampleEvent, sampleStream } from './samples.ts';
import { appended, opened, type StoreUnderTest } from './under-test.ts';

export function following(under: StoreUnderTest) {
  describe('follow', async () => {
    const store = await opened(under);
    const other = await opened(under);

    it('yields existing events, then waits for appends of this and other processes', async () => {
      const stop = new AbortController();
      const after = await store.head();
      const stream = sampleStream();
      const appends = [
        sampleAppend(stream, 'none', 2),
        sampleAppend(stream, 1),
        sampleAppend(stream, 2),
      ] as const;
      await appended(store, appends[0]);
      const batches = store.follow({ after, limit: 100, signal: stop.signal })[Symbol.asyncIterator]();
      expect(idsOf(await next(batches, 2))).toEqual(idsOf(appends[0].events));
      for (const [append, writer] of [
        [appends[1], store],
        [appends[2], other],
      ] as const) {
        const waiting = next(batches);
        await sleep(50);
        await appended(writer, append);
        expect(idsOf(await waiting)).toEqual(idsOf(append.events));
      }
      stop.abort();
      expect(await batches.next()).toEqual({ done: true, value: undefined });
    });

    it('yields the events of a waited-for append exactly as they are read later', async () => {
      const stop = new AbortController();
      const after = await store.head();
      const stream = sampleStream();
      await appended(store, sampleAppend(stream, 'none'));
      const batches = store.follow({ after, limit: 100, signal: stop.signal })[Symbol.asyncIterator]();
      await next(batches);
      const data = { text: 'é \u2028 \n', none: undefined, zero: -0, at: new Date(0), nested: [{ a: null }] };
      const [first, second] = [sampleEvent(data), sampleEvent({ n: 1 }, 'Other')];
      const waiting = next(batches, 2);
      await appended(store, {
        stream,
        expected: 0,
        events: [{ ...first, id: first.id.toUpperCase() }, second],
      });
      const followed = await waiting;
      expect(followed).toEqual(await store.readStream(stream, { from: 1 }));
      expect(Object.keys(followed[0]?.data ?? {})).not.toContain('none');
      stop.abort();
    });

    it('ends at once when the signal aborts or the store is closed during a wait', async () => {
      const after = await store.head();
      const stop = new AbortController();
      const aborted = store.follow({ after, limit: 100, signal: stop.signal })[Symbol.asyncIterator]().next();
      const closing = await openEventStore(under.config);
      const never = new AbortController().signal;
      const closed = closing.follow({ after, limit: 100, signal: never })[Symbol.asyncIterator]().next();
      await sleep(100);
      stop.abort();
      expect(await aborted).toEqual({ done: true, value: undefined });
      await closing.close();
      expect(await closed).toEqual({ done: true, value: undefined });
    });

    it('reads the next batch, at most the limit, only when the consumer asks for it', async () => {
      const stop = new AbortController();
      const after = await store.head();
      const append = sampleAppend(sampleStream(), 'none', 40);
      await appended(store, append);
      const seen: string[] = [];
      for await (const batch of store.follow({ after, limit: 9, signal: stop.signal })) {
        expect(batch.events.length).toBeLessThanOrEqual(9);
        await sleep(10);
        seen.push(...idsOf(batch.events));
        if (seen.length === 40) stop.abort();
      }
      expect(seen).toEqual(idsOf(append.events));
    });

    it('advances past events of other types', async () => {
      const stop = new AbortController();
      const after = await store.head();
      const type = `Rare${randomUUID()}`;
      const expectedEvent = sampleEvent({}, type);
      const seen: string[] = [];
      let upTo = after;
      const followed = (async () => {
        for await (const batch of store.follow({ after, limit: 10, types: [type], signal: stop.signal })) {
          expect(batch.upTo > upTo).toBe(true);
          upTo = batch.upTo;
          seen.push(...idsOf(batch.events));
        }
      })();
      for (let n = 0; n < 20; n += 1) {
        const events = n === 10 ? [expectedEvent] : [sampleEvent({ n })];
        await appended(store, { stream: sampleStream(), expected: 'none', events });
      }
      const head = await store.head();
      await expect.poll(() => upTo).toBe(head);
      stop.abort();
      await followed;
      expect(seen).toEqual([expectedEvent.id]);
    });

    /** The next events. Those of one append come in one batch or in two: a server may send the second one a moment later. */
    async function next(batches: AsyncIterator<EventBatch>, count = 1) {
      const events: RecordedEvent[] = [];
      while (events.length < count) {
        const result = await batches.next();
        if (result.done) break;
        events.push(...result.value.events);
      }
      return events;
    }
  });
}
