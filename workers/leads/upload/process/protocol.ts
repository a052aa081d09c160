import type { UploadDates } from '@crm/events/leads/upload.ts';
import type { CheckedPart, Checking } from '../rows/check.ts';

/** Start data of the reading process; it also inherits the open file. */
export type ReadingTask = {
  checking: Checking;
  /**
   * What to find out before rows are sent. 'count' reads the whole file first: to refuse a bad file, and to know the order
   * of its dates. 'dates' does so only before the first row whose date depends on that order.
   */
  first: 'count' | 'dates' | 'nothing';
};

/** A reading task and the descriptor of its open file. */
export type Reading = ReadingTask & { file: number };

/** Results of a file. 'counted' comes first with 'count', and before the first row that needs it with 'dates'. */
export type Read = CheckedPart | { kind: 'counted'; total: number; dates: UploadDates };

/** Messages of the reading process. It sends no more of them than `Room` allows. */
export type ReaderMessage =
  | Read
  | { kind: 'wrong'; message: string }
  /** An unexpected error, most likely a bug of the program. */
  | { kind: 'thrown'; error: unknown };

/** Flow control: the number of further messages that the reading process may send. */
export type Room = { room: number };
