import { describe, expect, it } from 'vitest';
import { openEventStore } from '../open.ts';
import { APPEND_LIMIT_BYTES, type Append, EVENT_LIMIT_BYTES, type NewEvent, START } from '../port.ts';
import { idsOf, sampleAppend, sampleEvent, sampleStream } from './samples.ts';
import { appended, opened, type StoreUnderTest } from './under-test.ts';

export function appending(under: StoreUnderTest) {
  describe('append', async () => {
    const store = await opened(under);
    const other = await opened(under);

    it("creates a stream with 'none' and extends it with a revision or 'exists'", async () => {
      const stream = sampleStream();
      const began = await appended(store, sampleAppend(stream, 'none', 2));
      const wentOn = await appended(store, sampleAppend(stream, 1));
      const again = await appended(store, sampleAppend(stream, 'exists', 3));
      expect([began.revision, wentOn.revision, again.revision]).toEqual([1, 2, 5]);
      expect(began.position > START).toBe(true);
      expect(began.position < wentOn.position && wentOn.position < again.position).toBe(true);
      expect([began.repeated, wentOn.repeated, again.repeated]).toEqual([false, false, false]);
    });

    it('returns events unchanged, with any characters and numbers', async () => {
      const stream = sampleStream();
      const data = {
        names: ['आशा वर्मा', 'فاطمة', 'Zoë 👩🏽‍💻', ''],
        odd: 'control \u0001\u001f, line\nbreak\r\ttab, quote " and \\, \\u0000 and \\ud800 spelled out, \ufffd\uffff',
        numbers: [0, -1.5, 1e21, Number.MAX_SAFE_INTEGER],
        nested: { null: null, no: false, list: [[], {}] },
        'odd key\u0001\n': 1,
      };
      const before = Date.now();
      const event = { ...sampleEvent(data, 'Sampled'), version: 7 };
      const { position } = await appended(store, { stream, expected: 'none', events: [event] });
      const [found] = await other.readStream(stream);
      if (!found) expect.fail('The event is not there');
      const { at, ...rest } = found;
      expect(rest).toEqual({ ...event, stream, revision: 0, position });
      // The clock of a store on another machine may differ a little.
      expect(at.getTime()).toBeGreaterThan(before - 10_000);
      expect(at.getTime()).toBeLessThan(Date.now() + 10_000);
    });

    it.each<[string, (event: NewEvent) => NewEvent]>([
      ['a NUL', (event) => ({ ...event, data: { text: 'a\0b' } })],
      ['half of a surrogate pair', (event) => ({ ...event, data: { list: [{ text: 'a\ud83d' }] } })],
      ['the other half', (event) => ({ ...event, data: { text: '\\\ude00' } })],
      ['a key with a NUL', (event) => ({ ...event, data: { 'a\0': 1 } })],
      ['a key with half of a pair', (event) => ({ ...event, data: { map: { '\ud83d': 1 } } })],
      ['metadata with a NUL', (event) => ({ ...event, meta: { ...event.meta, userAgent: 'a\0' } })],
      [
        'metadata with half of a pair',
        (event) => ({ ...event, meta: { ...event.meta, userAgent: '\udc00' } }),
      ],
      ['a type with half of a pair', (event) => ({ ...event, type: 'Sampled\ud83d' })],
    ])('throws a TypeError for %s and writes nothing', async (_, spoil) => {
      const stream = sampleStream();
      const events = [sampleEvent(), spoil(sampleEvent()), sampleEvent()];
      await expect(store.append({ stream, expected: 'none', events })).rejects.toThrow(TypeError);
      await expect(
        store.append({ ...sampleAppend(stream, 'none'), reserve: ['email:\ud83d'] }),
      ).rejects.toThrow(TypeError);
      expect(await store.readStream(stream)).toEqual([]);
    });

    it('returns the actual revision on a conflict and writes nothing', async () => {
      const stream = sampleStream();
      const absent = sampleStream();
      const first = sampleAppend(stream, 'none', 3);
      await appended(store, first);
      const conflicts = [
        [await store.append(sampleAppend(stream, 'none')), 2],
        [await store.append(sampleAppend(stream, 1)), 2],
        [await store.append(sampleAppend(stream, 3)), 2],
        [await store.append(sampleAppend(absent, 0)), 'none'],
        [await store.append(sampleAppend(absent, 'exists')), 'none'],
      ] as const;
      for (const [outcome, actual] of conflicts) expect(outcome).toEqual({ kind: 'conflict', actual });
      expect(idsOf(await store.readStream(stream))).toEqual(idsOf(first.events));
      expect(await store.readStream(absent)).toEqual([]);
    });

    it('lets exactly one of many concurrent appends at the same revision succeed', async () => {
      const stream = sampleStream();
      const racers = Array.from({ length: 40 }, () => sampleAppend(stream, 'none', 2));
      const outcomes = await Promise.all(
        racers.map((append, n) => (n % 2 === 0 ? store : other).append(append)),
      );
      const winners = racers.filter((_, n) => outcomes[n]?.kind === 'appended');
      expect(winners).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'conflict')).toHaveLength(39);
      expect(idsOf(await store.readStream(stream))).toEqual(idsOf(winners[0]?.events ?? []));
    });

    it('decides each of many concurrent appends separately', async () => {
      const taken = await Promise.all(
        Array.from({ length: 150 }, async () => {
          const stream = sampleStream();
          await appended(store, sampleAppend(stream, 'none'));
          return stream;
        }),
      );
      const outcomes = await Promise.all(
        taken.flatMap((stream) => [
          store.append(sampleAppend(stream, 'none')), // loses
          store.append(sampleAppend(sampleStream(), 'none')),
          store.append(sampleAppend(stream, 0)),
        ]),
      );
      const kinds = outcomes.map(({ kind }) => kind);
      expect(kinds).toEqual(taken.flatMap(() => ['conflict', 'appended', 'appended']));
    });

    it('keeps the order of concurrent appends to one stream', async () => {
      const stream = sampleStream();
      const appends = Array.from({ length: 30 }, (_, n) => sampleAppend(stream, n === 0 ? 'none' : n - 1));
      const outcomes = await Promise.all(appends.map((append) => store.append(append)));
      expect(outcomes.every(({ kind }) => kind === 'appended' || kind === 'conflict')).toBe(true);
      const won = appends.filter((_, n) => outcomes[n]?.kind === 'appended');
      expect(idsOf(await store.readStream(stream))).toEqual(won.flatMap(({ events }) => idsOf(events)));
    });

    describe('a repeated append with the same ids', () => {
      const kinds: [string, (stream: string) => Append][] = [
        ['none', (stream) => sampleAppend(stream, 'none')],
        ['none, three events', (stream) => sampleAppend(stream, 'none', 3)],
        ['a revision', (stream) => sampleAppend(stream, 1)],
        ['a revision, three events', (stream) => sampleAppend(stream, 1, 3)],
        ['exists', (stream) => sampleAppend(stream, 'exists')],
        ['exists, three events', (stream) => sampleAppend(stream, 'exists', 3)],
      ];

      it.each(kinds)('is written once and returns the same result: %s', async (_, make) => {
        const stream = sampleStream();
        const append = make(stream);
        const before = append.expected === 'none' ? [] : [sampleAppend(stream, 'none', 2)];
        for (const earlier of before) await appended(store, earlier);
        const first = await appended(store, append);
        expect(await store.append(append)).toEqual({ ...first, repeated: true });

        const later = sampleAppend(stream, first.revision);
        await appended(store, later);
        expect(await store.append(append)).toEqual({ ...first, repeated: true });

        const reopened = await openEventStore(under.config);
        expect(await reopened.append(append)).toEqual({ ...first, repeated: true });
        await reopened.close();
        const all = [...before, append, later].flatMap(({ events }) => idsOf(events));
        expect(idsOf(await store.readStream(stream))).toEqual(all);
      });

      it('is written once when it is sent many times concurrently', async () => {
        const stream = sampleStream();
        const append = sampleAppend(stream, 'none', 2);
        const outcomes = await Promise.all(
          Array.from({ length: 30 }, (_, n) => appended(n % 2 === 0 ? store : other, append)),
        );
        expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
        expect(new Set(outcomes.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
        expect(await store.readStream(stream)).toHaveLength(2);
      });
    });

    describe('limits', () => {
      const frame = Buffer.byteLength(JSON.stringify({ text: '' }) + JSON.stringify(sampleEvent().meta));
      const ofBytes = (bytes: number) => sampleEvent({ text: 'x'.repeat(bytes - frame) });

      it('accept an event and an append of exactly the limit', async () => {
        const stream = sampleStream();
        const rest = APPEND_LIMIT_BYTES - 3 * EVENT_LIMIT_BYTES;
        const sizes = [EVENT_LIMIT_BYTES, EVENT_LIMIT_BYTES, EVENT_LIMIT_BYTES, rest];
        await appended(store, { stream, expected: 'none', events: sizes.map(ofBytes) });
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('refuse larger ones with too-large and write nothing', async () => {
        const stream = sampleStream();
        const bytes = EVENT_LIMIT_BYTES + 1;
        expect(await store.append({ stream, expected: 'none', events: [ofBytes(bytes)] })).toEqual({
          kind: 'too-large',
          what: 'event',
          bytes,
          limit: EVENT_LIMIT_BYTES,
        });
        const many = [1, 2, 3, 4].map(() => ofBytes(240 * 1024));
        expect(await store.append({ stream, expected: 'none', events: many })).toEqual({
          kind: 'too-large',
          what: 'append',
          bytes: 960 * 1024,
          limit: APPEND_LIMIT_BYTES,
        });
        expect(await store.readStream(stream)).toEqual([]);
      });

      it('count bytes, not characters', async () => {
        const stream = sampleStream();
        const events = [sampleEvent({ text: 'अ'.repeat(EVENT_LIMIT_BYTES / 2) })];
        expect(await store.append({ stream, expected: 'none', events })).toMatchObject({
          kind: 'too-large',
          what: 'event',
        });
      });
    });
  });
}
