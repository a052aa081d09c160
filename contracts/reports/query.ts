import { oneOf } from '@crm/events/language/field-errors.ts';
import { TimeZone } from '@crm/events/language/time-zone.ts';
import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { flag, id } from '../fields.ts';
import { leadColumnFilters } from '../leads/column-filters.ts';
import { texts } from '../texts.ts';

const { currency, ...columns } = leadColumnFilters;

/** Each counts the leads with exactly this value; they can be combined. The order is part of a kept report's hash. */
export const reportFilters = {
  offer: id.optional(),
  operator: id.optional(),
  ...columns,
  status: LeadStatus.optional(),
  currency,
};
export type ReportFilter = keyof typeof reportFilters;

/** Years of the dates of a report. */
const YEARS = { from: 2000, to: 2100 };

const isInYears = (day: string) =>
  Number(day.slice(0, 4)) >= YEARS.from && Number(day.slice(0, 4)) <= YEARS.to;
const outOfYears = { error: `Enter a date between ${YEARS.from} and ${YEARS.to}` };

/** A day (YYYY-MM-DD) of a report's period. */
export const reportDay = z.iso
  .date({ error: 'Enter a date of the calendar (YYYY-MM-DD)' })
  .refine(isInYears, outOfYears);

/** A day of the report's time zone, or an instant, of which the whole quarter hour counts. */
const dayOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: ({ input }) =>
      input === undefined || input === ''
        ? texts.required
        : 'Enter a date of the calendar (YYYY-MM-DD), or a date and time',
  })
  .refine(isInYears, outOfYears);

/** The time by which leads belong to a day: that of their creation, or of the decision that they have now. */
export const countBy = z.enum(['created', 'decided'], { error: 'Must be created or decided' });
export const COHORTS_BY_CREATION = 'Cohorts count leads by their creation';

/** The errors of filters that name nothing of the tenant. */
export const OFFER_NOT_FOUND = 'Offer not found';
export const OPERATOR_NOT_FOUND = 'Operator not found';

/** Everything that a report depends on: the same input at the same position gives the same report. And whether to keep it. */
const input = {
  startDate: dayOrInstant,
  /** The last day, included. */
  endDate: dayOrInstant,
  ...reportFilters,
  countBy: countBy.default('created'),
  /** Default: the time zone of the tenant. */
  timeZone: TimeZone.optional(),
  /** The position of an earlier report, to get the same report again. */
  position: z
    .string()
    .max(100, { error: texts.atMost(100) })
    .optional(),
  /** False for a screen that reads the figures again with each change: only the newest reports of a tenant are kept. */
  keep: flag.default(true),
  /** True when the reader prints the report, which is recorded as a run of its own. */
  printed: flag.default(false),
};

const MOST_YEARS = 10;
const tooLong = (start: string, end: string) => {
  const limit = new Date(start);
  limit.setUTCFullYear(limit.getUTCFullYear() + MOST_YEARS);
  return Date.parse(end) > limit.getTime();
};

type Period = { startDate?: string | undefined; endDate?: string | undefined };

/** Names the wrong end of a period. */
export function checkPeriod({ startDate, endDate }: Period, context: z.core.$RefinementCtx) {
  if (startDate === undefined || endDate === undefined) return;
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message, input: context.value });
  if (Date.parse(startDate) > Date.parse(endDate)) wrong('startDate', 'Cannot be after the end date');
  else if (tooLong(startDate, endDate)) wrong('endDate', `A report covers at most ${MOST_YEARS} years`);
}

export const ReportQuery = z.strictObject(input).superRefine(checkPeriod);
export type ReportQuery = z.output<typeof ReportQuery>;

/** The default period is the last 30 days. */
export const RecentReportQuery = z
  .strictObject({ ...input, startDate: dayOrInstant.optional(), endDate: dayOrInstant.optional() })
  .superRefine(checkPeriod)
  .refine(({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined), {
    error: texts.required,
    path: ['endDate'],
  });

/** The values by which a custom report groups its leads. */
const groupings = [
  'day',
  'status',
  'offer',
  'operator',
  'webmaster',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'country',
  'paymentMode',
  'currency',
] as const;
export type Grouping = (typeof groupings)[number];

export const groupBy = oneOf(groupings);

export const CustomReportBody = z.strictObject({ ...input, groupBy }).superRefine(checkPeriod);
