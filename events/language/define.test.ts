import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decode, event } from './define.ts';

/** Sample events with two upcasts: a parcel's weight had three formats. */
const parcelEvents = {
  ParcelWeighed: event(
    z.object({ weight: z.object({ grams: z.int() }), by: z.string().nullable() }),
    (v1) => ({ grams: z.object({ kilos: z.number() }).parse(v1).kilos * 1000 }),
    (v2) => ({ weight: v2, by: null }),
  ),
  ParcelSent: event(z.object({ to: z.string() })),
};
const today = { type: 'ParcelWeighed', data: { weight: { grams: 1500 }, by: null } };

describe('decode upcasts an event to its newest version', () => {
  test('the version is the number of upcasts plus one', () =>
    expect([parcelEvents.ParcelWeighed.version, parcelEvents.ParcelSent.version]).toEqual([3, 1]));
  test.each([
    { version: 1, data: { kilos: 1.5 } },
    { version: 2, data: { grams: 1500 } },
    { version: 3, data: { weight: { grams: 1500 }, by: null } },
  ])('from version $version', ({ version, data }) =>
    expect(decode(parcelEvents, { type: 'ParcelWeighed', version, data })).toEqual({
      kind: 'event',
      event: today,
    }),
  );
});

describe('decode reports events that it cannot read', () => {
  test('a version of a newer program', () =>
    expect(decode(parcelEvents, { type: 'ParcelSent', version: 2, data: {} })).toEqual({
      kind: 'newer',
      type: 'ParcelSent',
      version: 2,
      known: 1,
    }));
  test.each(['ParcelLost', 'toString', '__proto__', 'constructor'])('an unknown type: %s', (type) =>
    expect(decode(parcelEvents, { type, version: 1, data: {} })).toEqual({ kind: 'foreign', type }),
  );
});
