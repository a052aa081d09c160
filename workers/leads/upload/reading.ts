import type { UploadTask } from '@crm/events/leads/upload.ts';
import type { CheckedRow, Checking, Opened } from './rows/check.ts';
import type { Mapping } from './rows/columns.ts';
import { readUpload } from './thread/read.ts';

/** What the reading thread is told of a task. */
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

/** Rows in hand, as many as are worth one step of the batch. */
export type Portion = { opened: Opened; rows: CheckedRow[]; total: number; last: boolean };

/** Reads a file portion by portion, each of so many rows or a few more; the last one has the rest. */
export async function* portionsOf(
  file: number,
  checking: Checking,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  let opened: Opened | null = null;
  let rows: CheckedRow[] = [];
  let total = 0;
  for await (const told of readUpload({ file, checking }, signal)) {
    if (told.kind === 'opened') opened = told.opened;
    if (!opened) throw new Error('A file is told of by its header first');
    if (told.kind === 'rows') {
      rows.push(...told.rows);
      total = told.total;
      if (rows.length < size) continue;
      yield { opened, rows, total, last: false };
      rows = [];
    }
    if (told.kind === 'end') yield { opened, rows, total: told.total, last: true };
  }
}
