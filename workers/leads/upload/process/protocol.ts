import type { CheckedPart, Checking } from '../rows/check.ts';

/** Start data of the reading process; it also inherits the open file. */
export type ReadingTask = {
  checking: Checking;
  /** Reads the whole file before the first row is sent, so that a bad file is refused first. */
  countFirst: boolean;
};

/** A reading task and the descriptor of its open file. */
export type Reading = ReadingTask & { file: number };

/** Results of a file. 'counted' comes first, if `countFirst` is set. */
export type Read = CheckedPart | { kind: 'counted'; total: number };

/** Messages of the reading process. It sends no more of them than `Room` allows. */
export type ReaderMessage =
  | Read
  | { kind: 'wrong'; message: string; row: number }
  /** An unexpected error, most likely a bug of the program. */
  | { kind: 'thrown'; error: unknown };

/** Flow control: the number of further messages that the reading process may send. */
export type Room = { room: number };
