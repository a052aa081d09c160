import { z } from 'zod';
import { OfferId, UserId } from '../ids.ts';
import { Currency } from '../language/money.ts';

/** The kinds of batch: a file is gone through and tells what it holds, or its leads are saved. */
export const UPLOAD_CHECK = 'lead-upload-check';
export const UPLOAD = 'lead-upload';

const columns = z.record(z.string(), z.string().nullable());

/** What an upload's batch is to do, with all that was looked up for it. */
export const UploadTask = z.object({
  file: z.object({ id: z.guid(), name: z.string(), size: z.int(), keptUntil: z.iso.datetime() }),
  /** The file came with this call: when nothing comes of it, no later call has a use for it. */
  isFileNew: z.boolean().default(false),
  /** As it stood when the upload began; its price in minor units. */
  offer: z.object({ id: OfferId, name: z.string(), price: z.int(), currency: Currency }),
  useOfferPrice: z.boolean(),
  /** How many leads each operator is to have, in the order in which they are given out. */
  operators: z.array(z.object({ id: UserId, name: z.string(), value: z.int() })),
  /** What columns are, as the form says, and as the tenant remembers. */
  mapping: columns,
  remembered: columns,
});
export type UploadTask = z.infer<typeof UploadTask>;

/** What both kinds count. Nothing of the rows themselves: they hold people's data, and an event is for ever. */
const Counts = {
  /** Rows below the header that hold anything. */
  totalRows: z.int(),
  /** Rows with errors, by the group of their first one. */
  errorsCount: z.int(),
  groups: z.record(z.string(), z.int()),
  /** The names of the file's columns: cells are kept by their place. */
  columns: z.array(z.string()),
};

/** What an upload's batch tells at its end. */
export const UploadOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    savedLeads: z.int(),
    offer: z.object({ id: z.string(), name: z.string() }),
    distribution: z.array(z.object({ userId: z.string(), userName: z.string(), leadsAssigned: z.int() })),
    ...Counts,
  }),
  z.object({
    kind: z.literal('checked'),
    file: UploadTask.shape.file,
    format: z.enum(['csv', 'xlsx', 'xls']),
    details: z.string(),
    found: z.array(
      z.object({
        letter: z.string(),
        name: z.string(),
        field: z.string().nullable(),
        by: z.enum(['name', 'mapping', 'remembered', 'nothing']),
        suggestion: z.string().nullable(),
      }),
    ),
    validLeads: z.int(),
    existingLeads: z.int(),
    ...Counts,
  }),
  /** Nothing was written: no row is valid, or the file is none that can be read. */
  z.object({ kind: z.literal('refused'), ...Counts }),
]);
export type UploadOutcome = z.infer<typeof UploadOutcome>;

/** What is kept of a row with errors (the `data` of the batch's problem), for as long as problems are kept. */
export const RowProblem = z.object({ errors: z.array(z.string()), cells: z.array(z.string()) });
export type RowProblem = z.infer<typeof RowProblem>;
