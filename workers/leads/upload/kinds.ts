import { leadIdOf } from '@crm/events/ids.ts';
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
import { dropFile, fileOfBatch, writeFile } from '@crm/platform/files/files.ts';
import type { Pool } from 'pg';
import { SheetWrong } from './file/sheet.ts';
import { givingWay } from './give-way.ts';
import { localCopy } from './kept-file.ts';
import { checkingOf, type Portion, portionsOf } from './reading.ts';
import type { CheckedRow, Opened } from './rows/check.ts';
import { saveRows } from './save-rows.ts';
import { alreadyThere, errorsOf, newTally, noteProblem, stepOf, type Tally } from './tally.ts';

/** Rows that are saved between two steps: what is done twice after a kill is recognised, row by row. */
const PORTION = 500;
/** Rows that a preview shows. */
const SHOWN = 10;

type UploadDependencies = { store: EventStore; pool: Pool };
type Context = BatchContext<Tally>;

/** Saves the valid rows of a file as leads. The pool sees every tenant. */
export const leadUpload = (deps: UploadDependencies): AnyBatchKind =>
  batchKind<UploadTask, Tally>({ kind: UPLOAD, task: UploadTask, run: over(deps, save), crashMessage });

/** Goes through a file and tells what an upload of it would come to; writes no lead. */
export const leadUploadCheck = (deps: UploadDependencies): AnyBatchKind =>
  batchKind<UploadTask, Tally>({
    kind: UPLOAD_CHECK,
    task: UploadTask,
    run: over(deps, checkOnly),
    crashMessage,
  });

const crashMessage =
  'The process that read the file ended twice in the middle of it, most likely for want of memory. The file is not read again: split it into smaller files (save an .xls as .csv before), and send those.';

type Work = (
  file: number,
  task: UploadTask,
  context: Context,
  deps: UploadDependencies,
  giveWay: () => Promise<void>,
) => Promise<BatchEnd>;

/** Does the work on the file; a file that cannot be taken at all is an end like any other. */
const over = (deps: UploadDependencies, work: Work) => async (task: UploadTask, context: Context) => {
  const end = await endOf(deps, work, task, context);
  if (end.kind === 'failed' && task.isFileNew) await dropFile(deps.pool, context.tenant, task.file.id);
  return end;
};

async function endOf(
  deps: UploadDependencies,
  work: Work,
  task: UploadTask,
  context: Context,
): Promise<BatchEnd> {
  const file = await localCopy(deps.pool, context.tenant, task.file.id);
  const tally = context.from?.cursor ?? newTally();
  if (!file)
    return refuse(new SheetWrong('The file is not kept any more: send it once more'), tally, context);
  const courtesy = givingWay(context.signal);
  try {
    return await work(file.fd, task, context, deps, courtesy.pause);
  } catch (error) {
    if (error instanceof SheetWrong) return refuse(error, tally, context);
    throw error;
  } finally {
    courtesy.end();
    await file.close();
  }
}

/** Nothing can be made of the file: its one problem is the file's own. */
async function refuse({ message, row }: SheetWrong, tally: Tally, context: Context): Promise<BatchEnd> {
  const problem = noteProblem(tally, { row, cells: [] }, [message]);
  await context.step(stepOf(tally, [problem]));
  return { kind: 'failed', message, result: refusedAs(tally, []) };
}

function refusedAs(tally: Tally, columns: string[]): UploadOutcome {
  return {
    kind: 'refused',
    totalRows: tally.rows,
    errorsCount: errorsOf(tally),
    groups: tally.groups,
    columns,
  };
}

const namesOf = ({ columns }: Opened) => columns.map(({ name }) => name);

/**
 * First through the whole file, since of one that cannot be taken nothing is written; then row by row. What was gone
 * through before it was interrupted is read again, for order ids that stand twice, and not done again.
 */
async function save(
  file: number,
  task: UploadTask,
  context: Context,
  deps: UploadDependencies,
  giveWay: () => Promise<void>,
): Promise<BatchEnd> {
  const { startedAt, signal } = context;
  const tally = context.from?.cursor ?? newTally();
  const checking = checkingOf(task, startedAt, tally.row);
  let names: string[] = [];
  for await (const portion of portionsOf(
    { file, checking, countFirst: tally.total === null },
    PORTION,
    signal,
  )) {
    if (portion.kind === 'counted') {
      tally.total = portion.total;
      await context.step(stepOf(tally, []));
      continue;
    }
    names = namesOf(portion.opened);
    const { problems, leads } = sorted(portion, tally);
    const notSaved = await saveRows(leads, task, tally, { store: deps.store, context, giveWay });
    problems.push(...notSaved.map(({ row, error }) => noteProblem(tally, row, [error])));
    await moveOn(portion, tally, problems, context);
  }
  if (tally.valid === 0)
    return { kind: 'failed', message: 'No row could be saved', result: refusedAs(tally, names) };
  const result: UploadOutcome = {
    kind: 'saved',
    savedLeads: tally.valid,
    offer: { id: task.offer.id, name: task.offer.name },
    distribution: task.operators.map(({ id, name }) => ({
      userId: id,
      userName: name,
      leadsAssigned: tally.given[id] ?? 0,
    })),
    totalRows: tally.rows,
    errorsCount: errorsOf(tally),
    groups: tally.groups,
    columns: names,
  };
  return { kind: 'done', result };
}

type Rows = Extract<Portion, { kind: 'rows' }>;
type LeadRow = Extract<CheckedRow, { kind: 'lead' }>;

/** The rows that can be leads, and the problems of the others. */
function sorted({ rows, opened }: Rows, tally: Tally): { leads: LeadRow[]; problems: BatchProblem[] } {
  const leads: LeadRow[] = [];
  const problems: BatchProblem[] = [];
  // Said once of a file whose columns are missing: none of its rows can be a lead.
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

/** The same rows and the same problems as an upload would have at this moment, and the first rows to look at. */
async function checkOnly(
  file: number,
  task: UploadTask,
  context: Context,
  deps: UploadDependencies,
  giveWay: () => Promise<void>,
): Promise<BatchEnd> {
  const { tenant, startedAt, signal } = context;
  const tally = context.from?.cursor ?? newTally();
  let opened: Opened | null = null;
  const checking = checkingOf(task, startedAt, tally.row);
  for await (const portion of portionsOf({ file, checking, countFirst: false }, PORTION, signal)) {
    if (portion.kind === 'counted') continue;
    const isFirst = opened === null && context.from === null;
    opened = portion.opened;
    const { leads, problems } = sorted(portion, tally);
    const streamOf = ({ lead }: LeadRow) => leadStream(leadIdOf(tenant, lead.orderId));
    const existing = await deps.store.existing(leads.map(streamOf));
    for (const row of leads) {
      if (existing.has(streamOf(row)))
        problems.push(noteProblem(tally, row, [alreadyThere(row.lead.orderId)]));
      else tally.valid += 1;
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
    validLeads: tally.valid,
    existingLeads: tally.existing,
    totalRows: tally.rows,
    errorsCount: errorsOf(tally),
    groups: tally.groups,
    columns: namesOf(opened),
  };
  return { kind: 'done', result };
}

/** The first rows, for the screen: in a file that is gone after a day, since they hold people's data. */
async function keepFirst(
  { rows, opened }: Rows,
  problems: readonly BatchProblem[],
  { id, tenant }: Context,
  { pool }: UploadDependencies,
): Promise<void> {
  const shown = rows.slice(0, SHOWN).map(({ row, cells }) => ({
    row,
    cells: opened.columns.map((_, at) => cutText(storable(cells[at] ?? ''), 200)),
    errors: problems.filter(({ n }) => n === row).map(({ message }) => message),
  }));
  const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const file = { id: fileOfBatch(id), tenant, name: 'preview.json', type: 'application/json', expiresAt };
  await writeFile(pool, file, toBytes(JSON.stringify(shown)));
}

async function* toBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
