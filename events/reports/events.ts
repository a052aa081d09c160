import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { reportNames } from './names.ts';

/** How a report left the product. */
export const ReportFormat = z.enum(['json', 'xlsx', 'csv', 'print']);
export type ReportFormat = z.infer<typeof ReportFormat>;

// The keys of the record of names.
const reportTypes = Object.keys(reportNames) as (keyof typeof reportNames)[];

/** The subject of a report: its type and filters. */
export const ReportSubject = z.object({
  reportType: z.enum(reportTypes),
  /** The column by which a custom report groups its leads. */
  groupBy: z.string().nullable(),
  /** As they were requested: days of the time zone, or instants. */
  startDate: z.string(),
  endDate: z.string(),
  timeZone: z.string(),
  /** Only when leads count by the time of their decision. */
  countBy: z.literal('decided').optional(),
  /** The values of the filters by name; an offer and an operator by id. */
  filters: z.record(z.string(), z.string()),
});
export type ReportSubject = z.infer<typeof ReportSubject>;

/** A report that a user read, exported or printed. docs/decisions.md says what counts as a run. */
export const reportEvents = {
  ReportMade: event(
    ReportSubject.extend({
      /** The position of history that the figures were made at. */
      position: z.string(),
      format: ReportFormat,
      /** True for a report that was made earlier and is read again at its position. */
      kept: z.boolean(),
      /** The rows of all its tables. */
      rows: z.int(),
    }),
  ),
};
export type ReportEvent = EventOf<typeof reportEvents>;
export type ReportRun = Extract<ReportEvent, { type: 'ReportMade' }>['data'];
