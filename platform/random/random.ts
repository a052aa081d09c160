/** Repeatable random numbers: demo data and random tests are the same on every machine. */
export type Random = {
  /** A whole number from 0, below n. */
  below(n: number): number;
  /** True with this probability: 0.25 is one time in four. */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** Returns the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (share) => next() < share,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
  };
}
