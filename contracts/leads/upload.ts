import { z } from 'zod';
import { Batch, waiting } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { flag, id, instant } from '../fields.ts';
import { texts } from '../texts.ts';
import { uploadFields } from './upload-columns.ts';

/**
 * The limits of an uploaded file, each alone and all together. A file above `bytes` is refused with 413 while it comes
 * in; the rest is checked while the file is read, and nothing of a file that exceeds it is written. An .xls is read whole
 * into memory, so its limit is lower.
 */
export const uploadLimits = {
  bytes: 200 * 1024 * 1024,
  xlsBytes: 30 * 1024 * 1024,
  /** Rows below the header; empty ones count. */
  rows: 2_000_000,
  /** Columns that may hold values. */
  columns: 200,
  /** Cells of one row with the empty ones, which some programs write after the last value: the columns of Excel. */
  cells: 16_384,
  /** UTF-16 units of one row, all its cells together. */
  rowCharacters: 1_000_000,
  /** UTF-16 units of one cell, as in Excel. */
  cellCharacters: 32_767,
} as const;

/** A form sends lists and objects as JSON text; a JSON body has them as they are. */
const fromText = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value; // the schema says what it should be
    }
  }, schema);

const leadCount = z.coerce
  .number({ error: 'Must be a whole number' })
  .int({ error: 'Must be a whole number' })
  .min(0, { error: 'Must be a whole number' })
  .max(uploadLimits.rows, { error: `Cannot exceed ${uploadLimits.rows}` });

const users = z
  .array(z.object({ userId: id, value: leadCount }), { error: 'Must be a list of userId and value' })
  .max(1000, { error: 'Cannot exceed 1000 operators' })
  .refine((all) => new Set(all.map(({ userId }) => userId)).size === all.length, {
    error: 'Names an operator twice',
  });

/** Name and price are what the picker showed; the server goes by the offer itself. */
const offer = z.object(
  {
    offerId: id,
    name: z.string().optional(),
    price: z.coerce.number().optional(),
    /** The offer's price for every row; the file's Amount and Price are not read, nor needed. */
    useOfferPrice: flag.default(false),
  },
  {
    error: (issue) => (issue.input === undefined ? texts.required : 'Must be an offer: offerId, name, price'),
  },
);

/** Column of the file to the field it is taken for; null leaves the column out. */
const mapping = z
  .record(z.string().max(300), z.enum(uploadFields, { error: 'Must be a field of the guide' }).nullable(), {
    error: 'Must be an object of column and field',
  })
  .refine((all) => Object.keys(all).length <= uploadLimits.columns, {
    error: `Cannot exceed ${uploadLimits.columns} columns`,
  });

/** 'Already in Database' and the rest. */
export const uploadGroups = [
  'Already in Database',
  'Duplicates in File',
  'Data Validation',
  'Missing Required Data',
  'Format Issues',
] as const;
export type UploadGroup = (typeof uploadGroups)[number];

/** Which group a message belongs to: asked in this order, so that 'Phone is required' is about a phone. */
export function uploadGroupOf(message: string): UploadGroup {
  if (message.includes('already exists in database')) return 'Already in Database';
  if (message.includes('Duplicate Order ID in file')) return 'Duplicates in File';
  if (/phone|price/i.test(message) || message.includes('Amount')) return 'Data Validation';
  if (/required|missing/i.test(message)) return 'Missing Required Data';
  return 'Format Issues';
}

/** A row that is not as it should be. `row` is as the spreadsheet numbers it: the header is row 1. */
export const UploadError = z.object({
  row: z.int(),
  /** All that is wrong with it, and the first of these by itself. */
  errors: z.array(z.string()),
  error: z.string(),
  /** The row's cells by column name, as far as they were read. */
  data: z.record(z.string(), z.string()),
});
export type UploadError = z.infer<typeof UploadError>;

const Group = z.object({ group: z.enum(uploadGroups), count: z.int() });
const Summary = z.object({
  /** Rows below the header that hold anything. */
  totalRows: z.int(),
  validLeads: z.int(),
});

/** Answers show this many errors; all of them are in the errors file. */
export const MAX_UPLOAD_ERRORS = 500;

/** Spec 3 'Upload': what was saved, and what was not and why. */
export const UploadResult = z.object({
  kind: z.literal('saved'),
  savedLeads: z.int(),
  offer: z.object({ _id: z.string(), name: z.string() }),
  /** As many as were asked for each, as far as there were leads; those left over are unassigned. */
  distribution: z.array(z.object({ userId: z.string(), userName: z.string(), leadsAssigned: z.int() })),
  /** Rows with errors, all of them; `errors` shows the first 500. */
  errorsCount: z.int(),
  errors: z.array(UploadError),
  groups: z.array(Group),
  summary: Summary,
  /** The batch that did it, by which its errors file is asked for: GET /admin/uploads/{batchId}/errors. */
  batchId: z.string(),
});
export type UploadResult = z.infer<typeof UploadResult>;

/** One column of the file, left to right. */
export const UploadColumnFound = z.object({
  /** As the spreadsheet letters it: A, B, … AA. */
  letter: z.string(),
  name: z.string(),
  /** What it is taken for; null: it is left out. */
  field: z.enum(uploadFields).nullable(),
  /** By its own name, by the mapping of this form, by the one remembered, or not at all. */
  by: z.enum(['name', 'mapping', 'remembered', 'nothing']),
  /** For an unknown column: what it probably is. */
  suggestion: z.enum(uploadFields).nullable(),
});
export type UploadColumnFound = z.infer<typeof UploadColumnFound>;

/** What is in a file, before anything of it is written. */
export const UploadPreview = z.object({
  kind: z.literal('preview'),
  /** Stands for the file in the next call; kept for a day. */
  fileId: z.string(),
  file: z.object({
    name: z.string(),
    size: z.int(),
    format: z.enum(['csv', 'xlsx', 'xls']),
    /** In words: 'UTF-8, separated by semicolons', or 'Sheet "Leads", the first of 3'. */
    details: z.string(),
    keptUntil: instant,
  }),
  columns: z.array(UploadColumnFound),
  /** Names among them that nothing is known of; each can be mapped by hand. */
  unknownColumns: z.array(z.object({ name: z.string(), suggestion: z.enum(uploadFields).nullable() })),
  /** The first rows as the file has them, cells in the order of `columns`. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()), errors: z.array(z.string()) })),
  summary: Summary,
  /** Valid and new: what an upload would save. The same number as summary.validLeads. */
  newLeads: z.int(),
  /** Of the rows with errors, those whose order id exists already. */
  existingLeads: z.int(),
  errorsCount: z.int(),
  errors: z.array(UploadError),
  groups: z.array(Group),
  /** By which the errors file of the check is asked for. */
  batchId: z.string(),
});
export type UploadPreview = z.infer<typeof UploadPreview>;

/** It takes longer than 20 s: to be followed as a batch; once it has ended, GET /admin/uploads/{its _id} tells. */
const UploadRunning = z.object({ kind: z.literal('running'), fileId: z.string(), batch: Batch });

/**
 * Leads from a spreadsheet, multipart: `file` (.csv, .xlsx, .xls; known by its
 * content, whatever its name), or `fileId` of an earlier call in its place; `users` and `offer` as JSON; `mapping` as
 * JSON, remembered for the tenant. The fields may also come as a JSON body with a fileId. With `?preview=true` nothing
 * is written: the answer is what would be. Answers 201 when leads were saved, 200 for a preview, 202 for a batch, 422
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
    wait: fromText(waiting.wait),
  }),
  file: { field: 'file', bytes: uploadLimits.bytes },
  data: z.discriminatedUnion('kind', [UploadResult, UploadPreview, UploadRunning]),
});

/** No row was valid, or the file is none that can be read; nothing was written. */
export const UploadFailure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.literal('upload-failed'),
  errors: z.array(UploadError),
  errorsCount: z.int(),
  groups: z.array(Group),
  summary: Summary,
  /** Null where the file could not be read at all, so that there is no errors file. */
  batchId: z.string().nullable(),
});
export type UploadFailure = z.infer<typeof UploadFailure>;

/**
 * What an upload or a preview came to, as its own call answers it: for one that went on as a batch. While it runs, the
 * answer is UploadRunning; when it failed or was cancelled, 422 with UploadFailure, which says what was saved before.
 */
export const getUpload = endpoint({
  method: 'GET',
  path: '/admin/uploads/:batchId',
  params: z.strictObject({ batchId: id }),
  data: z.discriminatedUnion('kind', [UploadResult, UploadPreview, UploadRunning]),
});

/**
 * The rows with errors as .csv (UTF-8 with a byte order mark): the file's own columns and one named Error, to be
 * mended and sent again. The Error column is not read on the way in.
 */
export const uploadErrors = endpoint({
  method: 'GET',
  path: '/admin/uploads/:batchId/errors',
  params: z.strictObject({ batchId: id }),
  data: z.string(),
  sends: 'file',
});
