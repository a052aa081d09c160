import { Currency } from '@crm/events/language/currency.ts';
import { UploadDates } from '@crm/events/leads/upload.ts';
import { z } from 'zod';
import { instant } from '../fields.ts';
import { uploadFields } from './upload-columns.ts';
import { uploadGroups } from './upload-groups.ts';

/** A row with errors. `row` is its number in the spreadsheet: the header is row 1. */
export const UploadError = z.object({
  row: z.int(),
  /** All errors of the row; `error` is the first one. */
  errors: z.array(z.string()),
  error: z.string(),
  /** The row's cells by column name, if they were read. */
  data: z.record(z.string(), z.string()),
});
export type UploadError = z.infer<typeof UploadError>;

const Group = z.object({ group: z.enum(uploadGroups), count: z.int() });
const Summary = z.object({
  /** Rows below the header that are not empty. */
  totalRows: z.int(),
  validLeads: z.int(),
});

/** The maximum number of errors in an answer; the errors file has all. */
export const MAX_UPLOAD_ERRORS = 500;

/** The result of an upload: the saved leads, and the rows that were not saved, with their errors. */
export const UploadResult = z.object({
  kind: z.literal('saved'),
  savedLeads: z.int(),
  offer: z.object({ _id: z.string(), name: z.string() }),
  /** The number of leads that each user got, at most the requested number; remaining leads are unassigned. */
  distribution: z.array(z.object({ userId: z.string(), userName: z.string(), leadsAssigned: z.int() })),
  /** The number of all rows with errors; `errors` has the first 500. */
  errorsCount: z.int(),
  errors: z.array(UploadError),
  groups: z.array(Group),
  summary: Summary,
  /** The upload's batch; its errors file is at GET /admin/uploads/{batchId}/errors. */
  batchId: z.string(),
});
export type UploadResult = z.infer<typeof UploadResult>;

/** One column of the file, left to right. */
export const UploadColumnFound = z.object({
  /** The letter in the spreadsheet: A, B, … AA. */
  letter: z.string(),
  name: z.string(),
  /** The mapped field; null: the column is ignored. */
  field: z.enum(uploadFields).nullable(),
  /** The source of the mapping: its own name, this form, the remembered mapping, or none. */
  by: z.enum(['name', 'mapping', 'remembered', 'nothing']),
  /** The suggested field for an unknown column. */
  suggestion: z.enum(uploadFields).nullable(),
});
export type UploadColumnFound = z.infer<typeof UploadColumnFound>;

/** The content of a file before anything is written. */
export const UploadPreview = z.object({
  kind: z.literal('preview'),
  /** Identifies the file in the next call; kept for a day. */
  fileId: z.string(),
  file: z.object({
    name: z.string(),
    size: z.int(),
    format: z.enum(['csv', 'xlsx', 'xls']),
    /** As text: 'UTF-8, separated by semicolons', or 'Sheet "Leads", the first of 3'. */
    details: z.string(),
    keptUntil: instant,
  }),
  columns: z.array(UploadColumnFound),
  /** Columns without a known field; users can map each of them. */
  unknownColumns: z.array(z.object({ name: z.string(), suggestion: z.enum(uploadFields).nullable() })),
  /** The first rows of the file, with cells in the order of `columns`. */
  rows: z.array(
    z.object({
      row: z.int(),
      cells: z.array(z.string()),
      errors: z.array(z.string()),
      /** The date and amounts as the lead would have them; null for a row with errors. */
      saved: z
        .object({ createdAt: instant.nullable(), price: z.number(), total: z.number(), currency: Currency })
        .nullable()
        .default(null),
    }),
  ),
  /** Whether day and month are in a known order. */
  dates: UploadDates,
  /** The currencies of the valid new leads. */
  currencies: z.array(z.object({ currency: Currency, leads: z.int() })),
  summary: Summary,
  /** Valid new leads: an upload would save these. Equal to summary.validLeads. */
  newLeads: z.int(),
  /** The number of rows with errors whose order id already exists. */
  existingLeads: z.int(),
  errorsCount: z.int(),
  errors: z.array(UploadError),
  groups: z.array(Group),
  /** Identifies the errors file of the check. */
  batchId: z.string(),
});
export type UploadPreview = z.infer<typeof UploadPreview>;

/** No row was valid, or the file could not be read; nothing was written. */
export const UploadFailure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.literal('upload-failed'),
  /** Errors of rows. An error of the whole file is the message. */
  errors: z.array(UploadError),
  errorsCount: z.int(),
  groups: z.array(Group),
  summary: Summary,
  /** Null when the file could not be read at all; then there is no errors file. */
  batchId: z.string().nullable(),
});
export type UploadFailure = z.infer<typeof UploadFailure>;
