import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { LeadFilters, leadOrder } from './read.ts';

/** 'excel' is .xlsx. */
const exportFormats = ['excel', 'xlsx', 'csv'] as const;

/** Above so many rows the answer is the batch, at once; up to then the call waits for the file. */
export const EXPORT_AT_ONCE = 5_000;

/** As many leads as fit into an address; more are frozen first (POST /leads/selections) and come as a `selectionId`. */
const MOST_IN_AN_ADDRESS = 400;

const selectedLeadIds = z
  .string({ error: 'Must be a list of ids, joined by commas' })
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((ids) => ids.length > 0, { error: 'Select at least one lead', abort: true })
  .refine((ids) => ids.length <= MOST_IN_AN_ADDRESS, {
    error: `At most ${MOST_IN_AN_ADDRESS} leads; freeze more as a selection`,
  })
  .refine((ids) => ids.every((each) => id.safeParse(each).success), {
    error: 'Must be a list of ids, joined by commas',
  });

/** The viewer's own, by its name in the tz database. */
const timeZone = z
  .string()
  .max(50)
  .refine(isTimeZone, { error: 'Must be a time zone, such as Asia/Kolkata' });

function isTimeZone(name: string): boolean {
  // Newer engines take offsets ('+05:30'), too; a file that names one would be wrong after a clock change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/**
 * The rows and the order that the list shows for the same filters and sort; `selectedLeadIds` is one more filter.
 * Or a selection as it was frozen, which takes nothing beside it but format and time zone. Days without a time are
 * whole days of the time zone.
 */
export const LeadExportQuery = LeadFilters.extend({
  ...leadOrder,
  selectedLeadIds: selectedLeadIds.optional(),
  selectionId: id.optional(),
  format: z.enum(exportFormats).default('excel'),
  timeZone: timeZone.default('UTC'),
}).refine(
  ({ selectionId, format: _, timeZone: __, sortBy: ___, sortOrder: ____, ...filters }) =>
    selectionId === undefined || Object.values(filters).every((value) => value === undefined),
  { error: 'Takes no filters beside it', path: ['selectionId'] },
);
export type LeadExportQuery = z.output<typeof LeadExportQuery>;

/** A file with the leads; of more than 5,000, the batch that writes it, whose file is at GET /batches/{id}/file. */
export const exportLeads = endpoint({
  method: 'GET',
  path: '/leads/export',
  query: LeadExportQuery,
  sends: 'file',
  data: BatchAnswer,
});

/** The same file, asked for where reports are: of a report's period, as a rule. */
export const exportReportedLeads = endpoint({ ...exportLeads, path: '/reports/export/leads' });

/** What an export's batch came to. */
export const LeadExportResult = z.object({
  message: z.string(),
  rows: z.int(),
  file: z.object({ name: z.string(), size: z.int(), keptUntil: instant }),
});
export type LeadExportResult = z.infer<typeof LeadExportResult>;
