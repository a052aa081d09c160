import type { UploadDates, UploadTask } from '@crm/events/leads/upload.ts';
import type { Reading } from './process/protocol.ts';
import { readUpload } from './process/read.ts';
import type { CheckedRow, Checking, Opened } from './rows/check.ts';
import type { Mapping } from './rows/columns.ts';
import { orderOf } from './rows/dates.ts';
import type { Tally } from './tally.ts';

/**
 * The part of a task that the reading process needs.
 * @param dates as found in the file by an earlier run of the batch; null when it has not been surveyed
 */
export function checkingOf(
  task: UploadTask,
  startedAt: Date,
  { row: after, dates }: Pick<Tally, 'row' | 'dates'>,
): Checking {
  const { offer, useOfferPrice, timeZone, mapping, remembered } = task;
  return {
    // The contract has validated the field names (contracts/leads/upload.ts).
    mapping: mapping as Mapping,
    remembered: remembered as Mapping,
    rules: {
      offer,
      useOfferPrice,
      dateOrder: task.dateOrder ?? (dates && orderOf(dates)),
      now: startedAt.getTime(),
      timeZone,
    },
    after,
  };
}

/** The rows of one batch step. `total` counts the rows so far; with 'counted', the rows of the whole file. */
export type Portion =
  | { kind: 'counted'; total: number; dates: UploadDates }
  | { kind: 'rows'; opened: Opened; rows: CheckedRow[]; total: number };

/** A portion ends when it reaches this limit: memory holds its rows together with their errors. */
const PORTION_CHARACTERS = 4 * 1024 * 1024;

const charactersOf = (rows: readonly CheckedRow[]) =>
  rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);

/**
 * Reads a file in portions. A portion ends with the message that reaches `size` rows or 4 Mi characters; the last one
 * has the remaining rows.
 */
export async function* portionsOf(
  reading: Reading,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  let opened: Opened | null = null;
  let rows: CheckedRow[] = [];
  let characters = 0;
  for await (const part of readUpload(reading, signal)) {
    switch (part.kind) {
      case 'counted':
        yield part;
        break;
      case 'opened':
        opened = part.opened;
        break;
      case 'rows':
      case 'end': {
        if (!opened) throw new Error('The header of a file comes before its rows');
        if (part.kind === 'rows') {
          rows.push(...part.rows);
          characters += charactersOf(part.rows);
          if (rows.length < size && characters < PORTION_CHARACTERS) break;
        }
        yield { kind: 'rows', opened, rows, total: part.total };
        rows = [];
        characters = 0;
        break;
      }
      default:
        part satisfies never;
    }
  }
}
