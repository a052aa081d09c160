import { type UploadOutcome, UploadTask } from '@crm/events/leads/upload.ts';
import {
  type AnyBatchKind,
  type BatchContext,
  type BatchEnd,
  type BatchProblem,
  batchKind,
} from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { dropFile } from '@crm/platform/files/files.ts';
import type { Places } from '@crm/platform/places/places.ts';
import type { Pool } from 'pg';
import { SheetWrong } from './file/sheet.ts';
import { givingWay } from './give-way.ts';
import { localCopy } from './kept-file.ts';
import type { Portion } from './reading.ts';
import type { CheckedRow, Opened } from './rows/check.ts';
import { errorsOf, newTally, noteProblem, stepOf, type Tally } from './tally.ts';

/** Rows processed between two steps. After a crash they are processed again; a row that was saved is recognised. */
export const PORTION = 500;

/** `pool` has access to all tenants. */
export type UploadDependencies = { store: EventStore; pool: Pool; places: Places };

/** One run of a batch over the rows of a file. */
export type UploadRun = UploadDependencies & {
  task: UploadTask;
  context: BatchContext<Tally>;
  /** Counts the rows that were processed, also for a file that is refused in the middle of them. */
  tally: Tally;
  /** The descriptor of the local copy of the file. */
  file: number;
  /** Lets requests run, as the upload is not urgent. */
  giveWay: () => Promise<void>;
};

/** A batch kind that reads a spreadsheet. A refused file is an expected end ('failed'); a new file is then deleted. */
export const uploadKind = (
  kind: string,
  deps: UploadDependencies,
  work: (run: UploadRun) => Promise<BatchEnd>,
): AnyBatchKind =>
  batchKind<UploadTask, Tally>({
    kind,
    task: UploadTask,
    stoppedResult: (cursor): UploadOutcome => ({ kind: 'stopped', ...countsOf(fromCursor(cursor)) }),
    crashMessage:
      'The process that read the file ended twice in the middle of it, probably out of memory. The file is not read again: split it into smaller files (save an .xls as .csv before), and send those.',
    async run(task, context) {
      const end = await onFile(deps, work, task, context);
      if (end.kind === 'failed' && task.isFileNew) await dropFile(deps.pool, context.tenant, task.file.id);
      return end;
    },
  });

async function onFile(
  deps: UploadDependencies,
  work: (run: UploadRun) => Promise<BatchEnd>,
  task: UploadTask,
  context: BatchContext<Tally>,
): Promise<BatchEnd> {
  const copy = await localCopy(deps.pool, context.tenant, task.file.id);
  const tally = fromCursor(context.from?.cursor);
  if (!copy) return refuse(new SheetWrong('The file is not kept any more: send it again'), tally);
  const yielding = givingWay(context.signal);
  try {
    return await work({ ...deps, task, context, tally, file: copy.fd, giveWay: yielding.pause });
  } catch (error) {
    if (error instanceof SheetWrong) return refuse(error, tally);
    throw error;
  } finally {
    yielding.end();
    await copy.close();
  }
}

/** The tally of an interrupted batch, which may be from before a field was added, or a new one. */
const fromCursor = (cursor: Tally | undefined): Tally => ({ ...newTally(), ...cursor });

/**
 * Ends the batch because the file cannot be read or not be read to its end. Its message is the file's error, which is not
 * one of a row. Rows that were saved before that stay.
 */
function refuse(wrong: SheetWrong, tally: Tally): BatchEnd {
  const result: UploadOutcome = { kind: tally.rows === 0 ? 'refused' : 'stopped', ...countsOf(tally) };
  return { kind: 'failed', message: wrong.message, result };
}

export const countsOf = (tally: Tally) => ({
  totalRows: tally.rows,
  errorsCount: errorsOf(tally),
  groups: tally.groups,
  columns: tally.columns,
});

export type Rows = Extract<Portion, { kind: 'rows' }>;
export type LeadRow = Extract<CheckedRow, { kind: 'lead' }>;

export const namesOf = ({ columns }: Opened) => columns.map(({ name }) => name);

/** Separates the rows that can become leads from the problems of the other rows. */
export function sorted({ rows, opened }: Rows, tally: Tally): { leads: LeadRow[]; problems: BatchProblem[] } {
  const leads: LeadRow[] = [];
  const problems: BatchProblem[] = [];
  // Reported once per file: without its required columns, no row is checked.
  if (opened.missing.length > 0 && tally.rows === 0)
    problems.push(noteProblem(tally, { row: 1, cells: namesOf(opened) }, opened.missing));
  for (const row of rows) {
    if (row.kind === 'lead') leads.push(row);
    else problems.push(noteProblem(tally, row, row.errors));
  }
  return { leads, problems };
}

/** Records a processed portion as a step of the batch. */
export async function stepAfter(
  { rows, total }: Rows,
  problems: readonly BatchProblem[],
  { tally, context }: UploadRun,
): Promise<void> {
  tally.row = rows.at(-1)?.row ?? tally.row;
  tally.rows = total;
  await context.step(stepOf(tally, problems));
}
