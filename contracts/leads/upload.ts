import { Currency } from '@crm/events/language/currency.ts';
import { DateOrder, UploadDates } from '@crm/events/leads/upload.ts';
import { z } from 'zod';
import { Batch, waiting } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { flag, id, instant, optional } from '../fields.ts';
import { texts } from '../texts.ts';
import { uploadFields } from './upload-columns.ts';
import { uploadLimits, uploadTypes } from './upload-file.ts';

/** Forms send lists and objects as JSON text; JSON bodies contain them directly. */
const fromText = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value; // the schema reports the error
    }
  }, schema);

const leadCount = z.coerce
  .number({ error: 'Must be a whole number' })
  .int({ error: 'Must be a whole number' })
  .min(0, { error: 'Must be a whole number' })
  .max(uploadLimits.rows, { error: `Cannot exceed ${uploadLimits.rows}` });

/** Without a value, an operator gets an even share of the leads that remain. */
const users = z
  .array(z.object({ userId: id, value: optional(leadCount).default(null) }), {
    error: 'Must be a list of userId and value',
  })
  .max(1000, { error: 'Cannot exceed 1000 operators' })
  .refine((all) => new Set(all.map(({ userId }) => userId)).size === all.length, {
    error: 'Names an operator twice',
  });

/** Name and price are the picker's display values; the server uses the stored offer. */
const offer = z.object(
  {
    offerId: id,
    name: z.string().optional(),
    price: z.coerce.number().optional(),
    /** Uses the offer's price for every row; the columns Amount and Price are ignored and optional. */
    useOfferPrice: flag.default(false),
  },
  {
    error: (issue) => (issue.input === undefined ? texts.required : 'Must be an offer: offerId, name, price'),
  },
);

/** Maps columns of the file to fields; null ignores a column. */
const mapping = z
  .record(z.string().max(300), z.enum(uploadFields, { error: 'Must be a field of the guide' }).nullable(), {
    error: 'Must be an object of column and field',
  })
  .refine((all) => Object.keys(all).length <= uploadLimits.columns, {
    error: `Cannot exceed ${uploadLimits.columns} columns`,
  });

export const uploadGroups = [
  'Already in Database',
  'Duplicates in File',
  'Data Validation',
  'Missing Required Data',
  'Format Issues',
] as const;
export type UploadGroup = (typeof uploadGroups)[number];

/** How to fix the rows of each group: shown in the field guide and beside the errors. */
export const uploadHints: Record<UploadGroup, readonly string[]> = {
  'Already in Database': ['Remove the rows whose orders are leads already, or give them another ID'],
  'Duplicates in File': ['Keep one row of each ID'],
  // Stricter than the check, which accepts 7 digits: with 10, the number surely has its area or operator prefix.
  'Data Validation': ['Phone needs at least 10 digits', 'Price must be positive'],
  'Missing Required Data': ['Fill Customer, Phone, and Amount or Price', 'Column names are case-sensitive'],
  'Format Issues': [
    'Write dates as YYYY-MM-DD or MM/DD/YYYY',
    'Write the country as a 2-letter code or by its name',
  ],
};

/** The group of an error message. The order matters: 'Phone is required' belongs to phones. */
export function uploadGroupOf(message: string): UploadGroup {
  if (message.includes('already exists in database')) return 'Already in Database';
  if (message.includes('Duplicate Order ID in file')) return 'Duplicates in File';
  if (/phone|price/i.test(message) || message.includes('Amount')) return 'Data Validation';
  if (/required|missing/i.test(message)) return 'Missing Required Data';
  return 'Format Issues';
}

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

/**
 * The upload takes longer than 20 s. Follow its batch; after its end, GET /admin/uploads/{its _id} has the
 * answer.
 */
const UploadRunning = z.object({ kind: z.literal('running'), fileId: z.string(), batch: Batch });

/** No row was valid, or the file could not be read; nothing was written. */
export const UploadFailure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.literal('upload-failed'),
  errors: z.array(UploadError),
  errorsCount: z.int(),
  groups: z.array(Group),
  summary: Summary,
  /** Null when the file could not be read at all; then there is no errors file. */
  batchId: z.string().nullable(),
});
export type UploadFailure = z.infer<typeof UploadFailure>;

/**
 * Uploads leads from a spreadsheet as multipart: `file` (.csv, .xlsx or .xls; the name admits it, the content
 * decides how it is read), or the
 * `fileId` of an earlier call; `users`, `offer` and `mapping` as JSON. The tenant's mapping is remembered.
 * With a fileId, the fields may also come as a JSON body. With `?preview=true` nothing is written, and the
 * answer describes the effect. Answers 201 when leads were saved, 200 for a preview, 202 for a batch, 422
 * with UploadFailure when no row is valid or the file cannot be read.
 */
export const uploadLeads = endpoint({
  method: 'POST',
  path: '/admin/upload-leads',
  query: z.strictObject({ preview: flag.default(false) }),
  body: z.strictObject({
    fileId: id.optional(),
    users: fromText(users).default([]),
    offer: fromText(offer),
    mapping: fromText(mapping).default({}),
    /** Required when the file's dates with slashes can be read in both orders. */
    dateOrder: optional(DateOrder).default(null),
    wait: fromText(waiting.wait),
  }),
  file: { field: 'file', bytes: uploadLimits.bytes, types: uploadTypes },
  data: z.discriminatedUnion('kind', [UploadResult, UploadPreview, UploadRunning]),
  statuses: [201, 200, 202],
  unsuccessful: UploadFailure,
});

/**
 * The answer of an upload or preview that became a batch, in the form of the original call. While it runs:
 * UploadRunning. After a failure or cancellation: 422 with UploadFailure, which contains the number of leads
 * saved before.
 */
export const getUpload = endpoint({
  method: 'GET',
  path: '/admin/uploads/:batchId',
  params: z.strictObject({ batchId: id }),
  data: z.discriminatedUnion('kind', [UploadResult, UploadPreview, UploadRunning]),
  statuses: [200, 202],
  unsuccessful: UploadFailure,
});

/**
 * The rows with errors as .csv (UTF-8 with a byte order mark): the file's columns and a column named Error,
 * for correction and another upload. An upload ignores the Error column.
 */
export const uploadErrors = endpoint({
  method: 'GET',
  path: '/admin/uploads/:batchId/errors',
  params: z.strictObject({ batchId: id }),
  data: z.string(),
  sends: 'file',
});
