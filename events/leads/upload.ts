import { z } from 'zod';
import { OfferId, UserId } from '../ids.ts';
import { Currency } from '../language/currency.ts';
import { oneOf } from '../language/field-errors.ts';

/** The kinds of batch: a check reads a file and reports its content; an upload saves its leads. */
export const UPLOAD_CHECK = 'lead-upload-check';
export const UPLOAD = 'lead-upload';

const dateOrders = ['month-first', 'day-first'] as const;
/** The order of day and month in dates with slashes: 03/31/2025 or 31/03/2025. */
export const DateOrder = oneOf(dateOrders);
export type DateOrder = z.infer<typeof DateOrder>;

/** The order of day and month that a file's dates with slashes show. */
export const UploadDates = z.discriminatedUnion('kind', [
  /** Each date can be read in one way only. */
  z.object({ kind: z.literal('clear') }),
  /** The order was chosen in the form, or other dates of the file show it. */
  z.object({ kind: z.literal('ordered'), order: DateOrder, by: z.enum(['form', 'file']) }),
  /** Both orders are possible; the first such date. */
  z.object({ kind: z.literal('ambiguous'), example: z.string(), row: z.int() }),
]);
export type UploadDates = z.infer<typeof UploadDates>;

const columns = z.record(z.string(), z.string().nullable());

/** The task of an upload's batch, with the results of its lookups. */
export const UploadTask = z.object({
  file: z.object({ id: z.guid(), name: z.string(), size: z.int(), keptUntil: z.iso.datetime() }),
  /** The file came with this call: if the batch writes nothing, no later call needs the file. */
  isFileNew: z.boolean().default(false),
  /** The offer at the start of the upload; its price in minor units. */
  offer: z.object({ id: OfferId, name: z.string(), price: z.int(), currency: Currency }),
  useOfferPrice: z.boolean(),
  /** The number of leads per operator, in the order of assignment; null for an even share of the leads that remain. */
  operators: z.array(z.object({ id: UserId, name: z.string(), value: z.int().nullable() })),
  /** As chosen in the form; null to take it from the file. */
  dateOrder: DateOrder.nullable().default(null),
  /** The organisation's, of dates without one. Uploads from before this field read them as UTC. */
  timeZone: z.string().default('UTC'),
  /** The meaning of columns, from the form and from the tenant's stored settings. */
  mapping: columns,
  remembered: columns,
});
export type UploadTask = z.infer<typeof UploadTask>;

/** Counts of both kinds. No row data: it is personal, and events are kept forever. */
const Counts = {
  /** Non-empty rows below the header. */
  totalRows: z.int(),
  /** Rows with errors, grouped by their first error. */
  errorsCount: z.int(),
  groups: z.record(z.string(), z.int()),
  /** The names of the file's columns; cells are stored by index. */
  columns: z.array(z.string()),
};

/** The result of an upload's batch. */
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
    // Not in results from before these fields.
    dates: UploadDates.default({ kind: 'clear' }),
    /** The number of leads by currency. */
    currencies: z.partialRecord(Currency, z.int()).default({}),
    validLeads: z.int(),
    existingLeads: z.int(),
    ...Counts,
  }),
  /** Nothing was written: no row is valid, or none could be read. */
  z.object({ kind: z.literal('refused'), ...Counts }),
  /** The upload or check ended before the last row. Its batch has the message and how many leads were saved. */
  z.object({ kind: z.literal('stopped'), ...Counts }),
]);
export type UploadOutcome = z.infer<typeof UploadOutcome>;

/** The stored data of a row with errors (`data` of the batch's problem); kept as long as problems. */
export const RowProblem = z.object({
  errors: z.array(z.string()),
  cells: z.array(z.string()),
});
export type RowProblem = z.infer<typeof RowProblem>;
