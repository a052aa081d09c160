import type { UploadPreview } from '@crm/contracts/leads/upload-results.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { cutText, storable } from '@crm/events/language/text.ts';
import { UPLOAD_CHECK, type UploadOutcome } from '@crm/events/leads/upload.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { AnyBatchKind, BatchEnd, BatchProblem } from '@crm/platform/batches/kind.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { FILE_KEPT_MS, writeFile } from '@crm/platform/files/files.ts';
import { SheetWrong } from './file/sheet.ts';
import { checkingOf, portionsOf } from './reading.ts';
import type { Opened } from './rows/check.ts';
import {
  countsOf,
  type LeadRow,
  namesOf,
  PORTION,
  type Rows,
  sorted,
  stepAfter,
  type UploadDependencies,
  type UploadRun,
  uploadKind,
} from './run.ts';
import { alreadyThere, noteProblem } from './tally.ts';

/** Rows in a preview. */
const SHOWN = 10;

/** The batch kind that reports the result an upload of the file would have. Writes no lead. */
export const leadUploadCheck = (deps: UploadDependencies): AnyBatchKind =>
  uploadKind(UPLOAD_CHECK, deps, check);

/** Finds the leads and problems that an upload would have now, and stores the first rows for a preview. */
async function check(run: UploadRun): Promise<BatchEnd> {
  const { file, task, tally, context } = run;
  let opened: Opened | null = null;
  const checking = checkingOf(task, context.startedAt, tally);
  // Without a chosen order, a file is surveyed when its first date depends on the order of day and month.
  const first = task.dateOrder === null && tally.dates === null ? 'dates' : 'nothing';
  for await (const portion of portionsOf({ file, checking, first }, PORTION, context.signal)) {
    if (portion.kind === 'counted') {
      tally.total = portion.total;
      tally.dates = portion.dates;
      continue;
    }
    const isFirst = opened === null && context.from === null;
    opened = portion.opened;
    tally.columns = namesOf(opened);
    const problems = await problemsOf(portion, run);
    if (isFirst) await keepFirst(portion, problems, run);
    await stepAfter(portion, problems, run);
    await run.giveWay();
  }
  if (!opened) throw new SheetWrong('The file is empty');
  return { kind: 'done', result: resultOf(run, opened) };
}

/** Counts the rows of a portion that would become leads. Returns the problems of the other rows. */
async function problemsOf(portion: Rows, { store, context, tally }: UploadRun): Promise<BatchProblem[]> {
  const { leads, problems } = sorted(portion, tally);
  const streamOf = ({ lead }: LeadRow) => leadStream(leadIdOf(context.tenant, lead.orderId));
  const existing = await store.existing(leads.map(streamOf));
  for (const row of leads) {
    if (existing.has(streamOf(row))) problems.push(noteProblem(tally, row, [alreadyThere(row.lead.orderId)]));
    else {
      tally.valid += 1;
      const { currency } = row.lead.details.product;
      tally.currencies[currency] = (tally.currencies[currency] ?? 0) + 1;
    }
  }
  return problems;
}

const resultOf = ({ task, tally }: UploadRun, { format, details, columns }: Opened): UploadOutcome => ({
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
});

/** Stores the first rows for the preview in a file that expires after a day, because they contain personal data. */
async function keepFirst(
  { rows, opened }: Rows,
  problems: readonly BatchProblem[],
  { pool, context: { id, tenant } }: UploadRun,
): Promise<void> {
  const shown = rows.slice(0, SHOWN).map((row) => {
    const errors = problems.filter(({ n }) => n === row.row).map(({ message }) => message);
    return {
      row: row.row,
      cells: opened.columns.map((_, at) => cutText(storable(row.cells[at] ?? ''), 200)),
      errors,
      saved: row.kind === 'lead' && errors.length === 0 ? savedAs(row) : null,
    };
  });
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
