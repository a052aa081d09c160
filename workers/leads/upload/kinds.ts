import type { UploadPreview } from '@crm/contracts/leads/upload.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { cutText, storable } from '@crm/events/language/text.ts';
import { UPLOAD, UPLOAD_CHECK, type UploadOutcome, UploadTask } from '@crm/events/leads/upload.ts';
import { leadStream } from '@crm/events/streams.ts';
import {
  type AnyBatchKind,
  type BatchContext,
  type BatchEnd,
  type BatchProblem,
  batchKind,
} from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { dropFile, FILE_KEPT_MS, writeFile } from '@crm/platform/files/files.ts';
import type { Places } from '@crm/platform/places/places.ts';
import type { Pool } from 'pg';
import { stillActive } from '../hand-over/assigning.ts';
import { SheetWrong } from './file/sheet.ts';
import { givingWay } from './give-way.ts';
import { localCopy } from './kept-file.ts';
import { checkingOf, type Portion, portionsOf } from './reading.ts';
import type { CheckedRow, Opened } from './rows/check.ts';
import { ambiguousDates } from './rows/dates.ts';
import { saveRows } from './save-rows.ts';
import {
  alreadyThere,
  errorsOf,
  newTally,
  noteFileProblem,
  noteProblem,
  stepOf,
  type Tally,
} from './tally.ts';

/** Rows saved between two steps. After a crash they are processed again; a row that was already saved is recognised. */
const PORTION = 500;
/** Rows in a preview. */
const SHOWN = 10;

type UploadDependencies = { store: EventStore; pool: Pool; places: Places };
type Context = BatchContext<Tally>;

/** The batch kind that saves the valid rows of a file as leads. `deps.pool` has access to all tenants. */
export const leadUpload = (deps: UploadDependencies): AnyBatchKind =>
  batchKind<UploadTask, Tally>({ kind: UPLOAD, run: over(deps, save), ...common });

/** The batch kind that reports the result an upload of the file would have. Writes no lead. */
export const leadUploadCheck = (deps: UploadDependencies): AnyBatchKind =>
  batchKind<UploadTask, Tally>({ kind: UPLOAD_CHECK, run: over(deps, checkOnly), ...common });

const common = {
  task: UploadTask,
  stoppedResult: (cursor: Tally): UploadOutcome => ({ kind: 'stopped', ...countsOf(fromCursor(cursor)) }),
  crashMessage:
    'The process that read the file ended twice in the middle of it, most likely for want of memory. The file is not read again: split it into smaller files (save an .xls as .csv before), and send those.',
};

/** @param tally counts the rows that were processed, also for a file that is refused in the middle of them */
type Work = (
  file: number,
  task: UploadTask,
  tally: Tally,
  context: Context,
  deps: UploadDependencies,
  giveWay: () => Promise<void>,
) => Promise<BatchEnd>;

/** Runs `work` on the task's file. A refused file is an expected end ('failed'); a new file is then deleted. */
const over = (deps: UploadDependencies, work: Work) => async (task: UploadTask, context: Context) => {
  const end = await endOf(deps, work, task, context);
  if (end.kind === 'failed' && task.isFileNew) await dropFile(deps.pool, context.tenant, task.file.id);
  return end;
};

/** The tally of an interrupted batch, which may be from before a field was added, or a new one. */
const fromCursor = (cursor: Tally | undefined): Tally => ({ ...newTally(), ...cursor });

async function endOf(
  deps: UploadDependencies,
  work: Work,
  task: UploadTask,
  context: Context,
): Promise<BatchEnd> {
  const file = await localCopy(deps.pool, context.tenant, task.file.id);
  const tally = fromCursor(context.from?.cursor);
  if (!file)
    return refuse(new SheetWrong('The file is not kept any more: send it once more'), tally, context);
  const courtesy = givingWay(context.signal);
  try {
    return await work(file.fd, task, tally, context, deps, courtesy.pause);
  } catch (error) {
    if (error instanceof SheetWrong) return refuse(error, tally, context);
    throw error;
  } finally {
    courtesy.end();
    await file.close();
  }
}

/**
 * Ends the batch because the file cannot be read or not be read to its end, with one problem for the file. Rows that were
 * saved before that stay.
 */
async function refuse(wrong: SheetWrong, tally: Tally, context: Context): Promise<BatchEnd> {
  await context.step(stepOf(tally, [noteFileProblem(tally, wrong)]));
  const result: UploadOutcome = { kind: tally.rows === 0 ? 'refused' : 'stopped', ...countsOf(tally) };
  return { kind: 'failed', message: wrong.message, result };
}

const countsOf = (tally: Tally) => ({
  totalRows: tally.rows,
  errorsCount: errorsOf(tally),
  groups: tally.groups,
  columns: tally.columns,
});

const namesOf = ({ columns }: Opened) => columns.map(({ name }) => name);

/**
 * Reads the file twice: first to count its rows and to refuse a bad file before any lead is written, then to save the
 * rows. A resumed batch skips the count. It reads the rows up to its cursor again, only to detect duplicate order ids.
 */
async function save(
  file: number,
  task: UploadTask,
  tally: Tally,
  context: Context,
  deps: UploadDependencies,
  giveWay: () => Promise<void>,
): Promise<BatchEnd> {
  const { startedAt, signal } = context;
  const checking = checkingOf(task, startedAt, tally);
  // A paused upload may be resumed when some of its operators have left.
  const assigning = { ...task, operators: await stillActive(deps.store, task.operators) };
  for await (const portion of portionsOf(
    { file, checking, first: tally.total === null ? 'count' : 'nothing' },
    PORTION,
    signal,
  )) {
    if (portion.kind === 'counted') {
      const { total, dates } = portion;
      if (task.dateOrder === null && dates.kind === 'ambiguous')
        throw new SheetWrong(ambiguousDates(dates), dates.row);
      tally.total = total;
      tally.dates = dates;
      await context.step(stepOf(tally, []));
      continue;
    }
    tally.columns = namesOf(portion.opened);
    const { problems, leads } = sorted(portion, tally);
    const notSaved = await saveRows(leads, assigning, tally, { ...deps, context, giveWay });
    problems.push(...notSaved.map(({ row, error }) => noteProblem(tally, row, [error])));
    await moveOn(portion, tally, problems, context);
  }
  if (tally.valid === 0)
    return {
      kind: 'failed',
      message: 'No row could be saved',
      result: { kind: 'refused', ...countsOf(tally) },
    };
  const result: UploadOutcome = {
    kind: 'saved',
    savedLeads: tally.valid,
    offer: { id: task.offer.id, name: task.offer.name },
    distribution: task.operators.map(({ id, name }) => ({
      userId: id,
      userName: name,
      leadsAssigned: tally.given[id] ?? 0,
    })),
    ...countsOf(tally),
  };
  return { kind: 'done', result };
}

type Rows = Extract<Portion, { kind: 'rows' }>;
type LeadRow = Extract<CheckedRow, { kind: 'lead' }>;

/** Separates the rows that can become leads from the problems of the other rows. */
function sorted({ rows, opened }: Rows, tally: Tally): { leads: LeadRow[]; problems: BatchProblem[] } {
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

async function moveOn(
  { rows, total }: Rows,
  tally: Tally,
  problems: readonly BatchProblem[],
  context: Context,
): Promise<void> {
  tally.row = rows.at(-1)?.row ?? tally.row;
  tally.rows = total;
  await context.step(stepOf(tally, problems));
}

/** Finds the leads and problems that an upload would have now, and stores the first rows for a preview. */
async function checkOnly(
  file: number,
  task: UploadTask,
  tally: Tally,
  context: Context,
  deps: UploadDependencies,
  giveWay: () => Promise<void>,
): Promise<BatchEnd> {
  const { tenant, startedAt, signal } = context;
  let opened: Opened | null = null;
  const checking = checkingOf(task, startedAt, tally);
  // Without a chosen order, a file is surveyed when its first date depends on the order of day and month.
  const first = task.dateOrder === null && tally.dates === null ? 'dates' : 'nothing';
  for await (const portion of portionsOf({ file, checking, first }, PORTION, signal)) {
    if (portion.kind === 'counted') {
      tally.total = portion.total;
      tally.dates = portion.dates;
      continue;
    }
    const isFirst = opened === null && context.from === null;
    opened = portion.opened;
    tally.columns = namesOf(opened);
    const { leads, problems } = sorted(portion, tally);
    const streamOf = ({ lead }: LeadRow) => leadStream(leadIdOf(tenant, lead.orderId));
    const existing = await deps.store.existing(leads.map(streamOf));
    for (const row of leads) {
      if (existing.has(streamOf(row)))
        problems.push(noteProblem(tally, row, [alreadyThere(row.lead.orderId)]));
      else {
        tally.valid += 1;
        const { currency } = row.lead.details.product;
        tally.currencies[currency] = (tally.currencies[currency] ?? 0) + 1;
      }
    }
    if (isFirst) await keepFirst(portion, problems, context, deps);
    await moveOn(portion, tally, problems, context);
    await giveWay();
  }
  if (!opened) throw new SheetWrong('The file is empty');
  const { format, details, columns } = opened;
  const result: UploadOutcome = {
    kind: 'checked',
    file: task.file,
    format,
    details,
    found: [...columns],
    dates:
      task.dateOrder === null
        ? (tally.dates ?? { kind: 'clear' })
        : { kind: 'ordered', order: task.dateOrder, by: 'form' },
    currencies: tally.currencies,
    validLeads: tally.valid,
    existingLeads: tally.existing,
    ...countsOf(tally),
  };
  return { kind: 'done', result };
}

/** Stores the first rows for the preview in a file that expires after a day, because they contain personal data. */
async function keepFirst(
  { rows, opened }: Rows,
  problems: readonly BatchProblem[],
  { id, tenant }: Context,
  { pool }: UploadDependencies,
): Promise<void> {
  const shown = rows.slice(0, SHOWN).map((row) => ({
    row: row.row,
    cells: opened.columns.map((_, at) => cutText(storable(row.cells[at] ?? ''), 200)),
    errors: problems.filter(({ n }) => n === row.row).map(({ message }) => message),
    saved: row.kind === 'lead' ? savedAs(row) : null,
  }));
  const expiresAt = new Date(Date.now() + FILE_KEPT_MS);
  const file = { id: fileOfBatch(id), tenant, name: 'preview.json', type: 'application/json', expiresAt };
  await writeFile(pool, file, toBytes(JSON.stringify(shown)));
}

/** The values of a row as its lead would have them, where they may differ from the cells. */
function savedAs({ lead }: LeadRow): NonNullable<UploadPreview['rows'][number]['saved']> {
  const { price, total, currency } = lead.details.product;
  return { createdAt: lead.orderedAt, price: fromMinor(price), total: fromMinor(total), currency };
}

async function* toBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
