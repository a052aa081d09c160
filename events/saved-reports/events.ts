import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { dayPresets } from '../language/preset-days.ts';

/** The types of reports that the reports page shows. */
export const savedTypes = ['leads', 'revenue', 'conversion', 'cohorts', 'operator-productivity'] as const;

/** The type and filters of a saved report, as the reports page asks for it. */
export const SavedContent = z.object({
  type: z.enum(savedTypes),
  /** By name, without empty ones. */
  filters: z.record(z.string(), z.string()),
  /** Only when leads count by the time of their decision. */
  countBy: z.literal('decided').optional(),
  period: z.discriminatedUnion('kind', [
    /** Resolved on the day that the report is made, in the tenant's time zone. */
    z.object({ kind: z.literal('relative'), preset: z.enum(dayPresets) }),
    z.object({ kind: z.literal('fixed'), startDate: z.string(), endDate: z.string() }),
  ]),
});
export type SavedContent = z.infer<typeof SavedContent>;

export const MOST_RECIPIENTS = 10;

export const ReportSchedule = z.object({
  /** ISO days of the week: 1 is Monday. A day that a month does not have is its last day. */
  rhythm: z.discriminatedUnion('every', [
    z.object({ every: z.literal('day') }),
    z.object({ every: z.literal('week'), day: z.int().min(1).max(7) }),
    z.object({ every: z.literal('month'), day: z.int().min(1).max(31) }),
  ]),
  /** A full hour in the tenant's time zone, from 0. */
  hour: z.int().min(0).max(23),
  format: z.enum(['xlsx', 'csv']),
  /** To the owner's own address, as it is when the mail is sent. */
  toOwner: z.boolean(),
  /** Further addresses. */
  recipients: z.array(z.email({ pattern: z.regexes.unicodeEmail }).max(254)).max(MOST_RECIPIENTS),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

/** `owner-left`: deactivated or deleted. `not-allowed`: the owner is an operator by now, and the report is for admins. */
const endReasons = ['by-owner', 'owner-left', 'not-allowed'] as const;
export type EndReason = (typeof endReasons)[number];

export const savedReportEvents = {
  ReportSaved: event(z.object({ owner: z.guid(), name: z.string(), content: SavedContent })),
  SavedReportRenamed: event(z.object({ name: z.string() })),
  SavedReportChanged: event(z.object({ content: SavedContent })),
  ReportScheduled: event(z.object({ schedule: ReportSchedule })),
  ReportScheduleEnded: event(z.object({ reason: z.enum(endReasons) })),
  SavedReportDeleted: event(z.object({})),
};
export type SavedReportEvent = EventOf<typeof savedReportEvents>;
