import type { Part } from '@crm/events/selections/chosen.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickFrom } from './pick.ts';

/** The places of a part; checks that their ranks are 0, 1, 2… */
function placesOf(total: number, part: Part | null): number[] {
  const { rankAt } = pickFrom(total, part);
  const places: number[] = [];
  for (let place = 0; place < total; place += 1) {
    const rank = rankAt(place);
    if (rank === null) continue;
    expect(rank).toBe(places.length);
    places.push(place);
  }
  return places;
}
const part = (quantity: number, method: Part['method'], seed = 7): Part => ({ quantity, method, seed });

test('picks all, the first or the last', () => {
  expect(placesOf(4, null)).toEqual([0, 1, 2, 3]);
  expect(placesOf(4, part(2, 'first'))).toEqual([0, 1]);
  expect(placesOf(4, part(3, 'last'))).toEqual([1, 2, 3]);
  expect(placesOf(0, part(3, 'last'))).toEqual([]);
});

test('picks the given number at random without repeats, and the same for the same seed', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 300 }), fc.nat(), (total, quantity, seed) => {
      const places = placesOf(total, part(quantity, 'random', seed));
      expect(new Set(places).size).toBe(Math.min(total, quantity));
      expect(placesOf(total, part(quantity, 'random', seed))).toEqual(places);
    }),
  );
});

test('picks every place with equal probability', () => {
  const times = new Array<number>(10).fill(0);
  for (let seed = 0; seed < 2000; seed += 1)
    for (const place of placesOf(10, part(3, 'random', seed * 7919))) times[place] = (times[place] ?? 0) + 1;
  for (const n of times) expect(Math.abs(n - 600)).toBeLessThan(120);
});
