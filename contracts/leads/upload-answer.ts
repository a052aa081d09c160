import { Currency } from '@crm/events/language/currency.ts';
import { RowProblem, UPLOAD_CHECK, UploadOutcome } from '@crm/events/leads/upload.ts';
import type { z } from 'zod';
import type { Batch } from '../batches/batches.ts';
import { uploadGroups } from './upload-groups.ts';
import { type UploadError, type UploadFailure, UploadPreview, type UploadResult } from './upload-results.ts';

type KeptProblem = { n: number; message: string; data: RowProblem };

/** Parses a row with errors as the batch stores it. */
const asKept = ({ n, message, data }: { n: number; message: string; data: unknown }): KeptProblem => ({
  n,
  message,
  data: RowProblem.parse(data),
});

/** The first rows of a file as the check stored them; none after they expired. */
const shownRows = (kept: string | null): UploadPreview['rows'] =>
  kept === null ? [] : UploadPreview.shape.rows.parse(JSON.parse(kept));

type Answer =
  | { kind: 'done'; message: string; data: UploadResult | UploadPreview }
  | { kind: 'unsuccessful'; answer: UploadFailure };

/**
 * The answer of an ended upload: built from the batch's result, its first problems, and for a preview the
 * first rows of the file.
 */
export function uploadAnswer(
  batch: Batch,
  kept: { problems: readonly { n: number; message: string; data: unknown }[]; rows: string | null },
): Answer {
  const parsed = UploadOutcome.safeParse(batch.result);
  if (!parsed.success) return brokenOff(batch, { errors: [], groups: [] });
  const outcome = parsed.data;
  const problems = kept.problems.map(asKept);
  const { totalRows, errorsCount } = outcome;
  const common = {
    errorsCount,
    errors: problems.map((problem) => errorOf(problem, outcome.columns)),
    groups: groupsOf(outcome.groups),
    batchId: batch._id,
  };
  switch (outcome.kind) {
    case 'saved': {
      const { savedLeads, offer, distribution } = outcome;
      const data: UploadResult = {
        kind: 'saved',
        savedLeads,
        offer: { _id: offer.id, name: offer.name },
        distribution,
        summary: { totalRows, validLeads: savedLeads },
        ...common,
      };
      const but = errorsCount > 0 ? `; ${counted(errorsCount, 'row has', 'rows have')} errors` : '';
      return { kind: 'done', message: `${counted(savedLeads, 'lead', 'leads')} saved${but}`, data };
    }
    case 'checked': {
      const { file, format, details, found, dates, currencies, validLeads, existingLeads } = outcome;
      const columns = UploadPreview.shape.columns.parse(found);
      const data: UploadPreview = {
        kind: 'preview',
        fileId: file.id,
        file: { name: file.name, size: file.size, format, details, keptUntil: file.keptUntil },
        columns,
        unknownColumns: columns
          .filter(({ by, name, letter }) => by === 'nothing' && !isNoColumn(name, letter))
          .map(({ name, suggestion }) => ({ name, suggestion })),
        rows: shownRows(kept.rows),
        dates,
        currencies: Currency.options.flatMap((currency) => {
          const leads = currencies[currency] ?? 0;
          return leads > 0 ? [{ currency, leads }] : [];
        }),
        summary: { totalRows, validLeads },
        newLeads: validLeads,
        existingLeads,
        ...common,
      };
      return { kind: 'done', message: 'Nothing has been saved yet', data };
    }
    case 'refused': {
      const [first] = problems;
      // One sentence: the error of the only row, or the file's own error.
      const message =
        errorsCount > 1
          ? `No lead was saved: all ${totalRows} rows have errors`
          : `No lead was saved. ${first?.message ?? batch.message ?? ''}`.trim();
      return failure({ message, summary: { totalRows, validLeads: 0 }, ...common });
    }
    case 'stopped':
      return brokenOff(batch, common);
    default:
      return outcome satisfies never;
  }
}

/** The column of an errors file, and columns without a name. */
const isNoColumn = (name: string, letter: string) => name === 'Error' || name === `Column ${letter}`;

/** The answer of an upload that ended before its last row; leads saved before that stay. */
function brokenOff(batch: Batch, { errors, groups }: Pick<UploadFailure, 'errors' | 'groups'>): Answer {
  const { done, counts, kind, state, message, _id } = batch;
  const saved = kind === UPLOAD_CHECK ? 0 : counts.successful;
  const why =
    state === 'cancelled' ? 'The upload was cancelled.' : (message ?? 'Upload failed. Please try again.');
  return failure({
    message:
      saved > 0
        ? `${why.replace(/\.$/, '')}. ${counted(saved, 'lead was', 'leads were')} saved before that.`
        : why,
    errors,
    errorsCount: counts.skipped + counts.failed,
    groups,
    summary: { totalRows: done, validLeads: saved },
    batchId: _id,
  });
}

const failure = (fields: Omit<UploadFailure, 'success' | 'code'>): Answer => ({
  kind: 'unsuccessful',
  answer: { success: false, code: 'upload-failed', ...fields },
});

function errorOf({ n, data }: KeptProblem, columns: readonly string[]): UploadError {
  const [error = ''] = data.errors;
  const cells = data.cells.map((cell, at): [string, string] => [columns[at] ?? `Column ${at + 1}`, cell]);
  return { row: n, errors: data.errors, error, data: Object.fromEntries(cells) };
}

function groupsOf(counts: z.infer<typeof UploadOutcome>['groups']): UploadResult['groups'] {
  return uploadGroups.flatMap((group) => {
    const count = counts[group] ?? 0;
    return count > 0 ? [{ group, count }] : [];
  });
}

const counted = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
