import type { UploadTask } from '@crm/events/leads/upload.ts';
import type { Reading } from './process/protocol.ts';
import { readUpload } from './process/read.ts';
import type { CheckedRow, Checking, Opened } from './rows/check.ts';
import type { Mapping } from './rows/columns.ts';

/** The part of a task that the reading process needs. */
export function checkingOf(task: UploadTask, startedAt: Date, after: number): Checking {
  const { offer, useOfferPrice, mapping, remembered } = task;
  return {
    // Names of fields, as the contract let them in (contracts/leads/upload.ts).
    mapping: mapping as Mapping,
    remembered: remembered as Mapping,
    rules: { offer, useOfferPrice, now: startedAt.getTime() },
    after,
  };
}

/** Rows in hand, as many as are worth one step of the batch; `total` counts those up to here, or all where so said. */
export type Portion =
  | { kind: 'counted'; total: number }
  | { kind: 'rows'; opened: Opened; rows: CheckedRow[]; total: number };

/** Of one portion: its rows, and their errors as the batch keeps them, are held in memory together. */
const PORTION_CHARACTERS = 4 * 1024 * 1024;

const charactersOf = (rows: readonly CheckedRow[]) =>
  rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);

/**
 * Reads a file portion by portion, each of `size` rows or a message more, and of fewer where rows are long; the last one
 * has the rest.
 */
export async function* portionsOf(
  reading: Reading,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  let opened: Opened | null = null;
  let rows: CheckedRow[] = [];
  let characters = 0;
  for await (const said of readUpload(reading, signal)) {
    switch (said.kind) {
      case 'counted':
        yield said;
        break;
      case 'opened':
        opened = said.opened;
        break;
      case 'rows':
      case 'end': {
        if (!opened) throw new Error('The header of a file comes before its rows');
        if (said.kind === 'rows') {
          rows.push(...said.rows);
          characters += charactersOf(said.rows);
          if (rows.length < size && characters < PORTION_CHARACTERS) break;
        }
        yield { kind: 'rows', opened, rows, total: said.total };
        rows = [];
        characters = 0;
        break;
      }
      default:
        said satisfies never;
    }
  }
}
