import type { Checking, Told } from '../rows/check.ts';

/** What the reading thread is started with. */
export type Reading = {
  /** An open file; threads of a process share them. */
  file: number;
  checking: Checking;
};

/** What it says, as the other side has room for it. */
export type Said = Told | { kind: 'wrong'; message: string; row: number };
