/** Chance that comes out the same every time: the demo is one and the same on every machine (mulberry32). */
export type Chance = {
  /** Below 1. */
  next(): number;
  below(n: number): number;
  of<T>(choices: readonly T[]): T;
};

export function chance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    of(choices) {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new Error('Nothing to choose from');
      return chosen;
    },
  };
}
