import type { Checking, Told } from '../rows/check.ts';

/** What the reading thread is started with. */
export type Reading = {
  /** An open file; threads of a process share them. */
  file: number;
  checking: Checking;
  /** The whole file is gone through before the first row is told: what cannot be taken as a whole shows by then. */
  countFirst: boolean;
};

/** What comes of a file, in this order. */
export type Read = Told | { kind: 'counted'; total: number };

/** What it says, as the other side has room for it. */
export type Said = Read | { kind: 'wrong'; message: string; row: number };
