import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decode, type EventTypes } from '../language/define.ts';

const Written = z.array(z.object({ type: z.string(), version: z.int(), data: z.unknown() }));

/**
 * Checks for tests that events of older program versions stay readable. Never edit such a file: a new version of an
 * event gets an upcast, and a new type an entry.
 */
export function staysReadable<T extends EventTypes>(aggregate: string, types: T, file: unknown) {
  const written = Written.parse(file);
  describe(`${aggregate} as they were written`, () => {
    test('every type is among them', () =>
      expect(new Set(written.map(({ type }) => type))).toEqual(new Set(Object.keys(types))));
    test.each(written)('$type of version $version', (stored) => {
      const decoded = decode(types, stored);
      if (decoded.kind !== 'event') throw new Error(`Reads as ${decoded.kind}`);
      const { type, data } = decoded.event;
      expect(types[type]?.schema.parse(data)).toEqual(data);
    });
  });
}
