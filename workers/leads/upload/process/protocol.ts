import type { Checking, Told } from '../rows/check.ts';

/** What the reading process is started with, beside the open file. */
export type ReadingTask = {
  checking: Checking;
  /** Goes through the whole file before the first row is sent: what is wrong with the file as a whole shows by then. */
  countFirst: boolean;
};

/** An open file of this process, and what to do with it. */
export type Reading = ReadingTask & { file: number };

/** What comes of a file, in this order. */
export type Read = Told | { kind: 'counted'; total: number };

/** The reading process's messages; it sends one for each `Room` that it was given. */
export type Said =
  | Read
  | { kind: 'wrong'; message: string; row: number }
  /** A bug of ours: not the file's fault as far as is known. */
  | { kind: 'thrown'; error: unknown };

/** How many more messages the product takes. */
export type Room = { room: number };
