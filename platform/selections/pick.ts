import type { Part } from '@crm/events/selections/chosen.ts';
import { randomFrom } from '../random/random.ts';

/** The places of a selection that belong to a part, in order; a null part means all places. */
export type Picked = {
  count: number;
  /** The index in the part of this place; null if it is not part of it. Places and ranks count from 0. */
  rankAt: (place: number) => number | null;
};

export function pickFrom(total: number, part: Part | null): Picked {
  const count = Math.min(total, part?.quantity ?? total);
  const { method, seed } = part ?? { method: 'first', seed: 0 };
  switch (method) {
    case 'first':
      return { count, rankAt: (place) => (place < count ? place : null) };
    case 'last':
      return { count, rankAt: (place) => (place >= total - count ? place - (total - count) : null) };
    case 'random': {
      const ranks = ranksOf(anyOf(total, count, seed), total);
      return {
        count,
        rankAt: (place) => {
          const rank = ranks[place] ?? 0;
          return rank === 0 ? null : rank - 1;
        },
      };
    }
    default:
      return method satisfies never;
  }
}

/** `count` different places of `total`: the first steps of a shuffle. */
function anyOf(total: number, count: number, seed: number): Uint32Array {
  const { below } = randomFrom(seed);
  const places = Uint32Array.from({ length: total }, (_, place) => place);
  for (let at = 0; at < count; at += 1) {
    const other = at + below(total - at);
    const [one = 0, two = 0] = [places[at], places[other]];
    places[at] = two;
    places[other] = one;
  }
  return places.subarray(0, count).sort();
}

/** Per place its rank from 1; 0 if it is not picked. */
function ranksOf(picked: Uint32Array, total: number): Uint32Array {
  const ranks = new Uint32Array(total);
  picked.forEach((place, rank) => {
    ranks[place] = rank + 1;
  });
  return ranks;
}
