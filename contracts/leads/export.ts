import { TimeZone } from '@crm/events/language/time-zone.ts';
import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { leadOrder, SelectionFilters } from './read.ts';

/** 'excel' means .xlsx. */
const exportFormats = ['excel', 'xlsx', 'csv'] as const;

/**
 * The number of ids that fit into a URL. For more, the caller first freezes a selection (POST
 * /leads/selections) and sends its `selectionId`.
 */
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

/**
 * The rows and order of the list with the same filters and sort; `selectedLeadIds` is an additional filter.
 * Or a frozen selection, which allows only format and time zone besides. Days without a time are whole days
 * of the time zone.
 */
export const LeadExportQuery = SelectionFilters.extend({
  ...leadOrder,
  selectedLeadIds: selectedLeadIds.optional(),
  selectionId: id.optional(),
  format: z.enum(exportFormats).default('excel'),
  timeZone: TimeZone.default('UTC'),
}).refine(
  ({ selectionId, format: _, timeZone: __, sortBy: ___, sortOrder: ____, ...filters }) =>
    selectionId === undefined || Object.values(filters).every((value) => value === undefined),
  { error: 'Takes no filters beside it', path: ['selectionId'] },
);
export type LeadExportQuery = z.output<typeof LeadExportQuery>;

/** Returns a file with the leads; above 5,000 leads, the batch that writes it to GET /batches/{id}/file. */
export const exportLeads = endpoint({
  method: 'GET',
  path: '/leads/export',
  query: LeadExportQuery,
  sends: 'file',
  startsWork: true,
  data: BatchAnswer,
  statuses: [200, 202],
});

/** The same export under the path of reports, usually for a report's period. */
export const exportReportedLeads = endpoint({ ...exportLeads, path: '/reports/export/leads' });

/** The result of an export's batch. */
export const LeadExportResult = z.object({
  message: z.string(),
  rows: z.int(),
  file: z.object({ name: z.string(), size: z.int(), keptUntil: instant }),
});
export type LeadExportResult = z.infer<typeof LeadExportResult>;
