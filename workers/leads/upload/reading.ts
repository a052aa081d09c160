import type { UploadTask } from '@crm/events/leads/upload.ts';
import type { CheckedRow, Checking, Opened } from './rows/check.ts';
import type { Mapping } from './rows/columns.ts';
import type { Reading } from './thread/protocol.ts';
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

/** Rows in hand, as many as are worth one step of the batch; `total` counts those up to here, or all where so said. */
export type Portion =
  | { kind: 'counted'; total: number }
  | { kind: 'rows'; opened: Opened; rows: CheckedRow[]; total: number };

/** Reads a file portion by portion, each of so many rows or a few more; the last one has the rest. */
export async function* portionsOf(
  reading: Reading,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  let opened: Opened | null = null;
  let rows: CheckedRow[] = [];
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
        if (!opened) throw new Error('A file is told of by its header first');
        if (said.kind === 'rows') rows.push(...said.rows);
        if (said.kind === 'rows' && rows.length < size) break;
        yield { kind: 'rows', opened, rows, total: said.total };
        rows = [];
        break;
      }
      default:
        said satisfies never;
    }
  }
}
