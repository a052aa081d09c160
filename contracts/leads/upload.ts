import { DateOrder } from '@crm/events/leads/upload.ts';
import { z } from 'zod';
import { Batch, waiting } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { flag, id, optional } from '../fields.ts';
import { texts } from '../texts.ts';
import { uploadFields } from './upload-columns.ts';
import { uploadLimits, uploadTypes } from './upload-file.ts';
import { UploadFailure, UploadPreview, UploadResult } from './upload-results.ts';

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

/**
 * The upload takes longer than 20 s. Follow its batch; after its end, GET /admin/uploads/{its _id} has the
 * answer.
 */
const UploadRunning = z.object({ kind: z.literal('running'), fileId: z.string(), batch: Batch });

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
