import { oneOf } from '@crm/events/language/field-errors.ts';
import { LeadStatus, PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { Amounts } from '../amounts.ts';
import { BatchAnswer, waiting } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { texts } from '../texts.ts';
import { CustomReportBody, groupBy, RecentReportQuery, ReportQuery } from './query.ts';

/** The figures of a group of leads; docs/figures.md defines each. Rates are percentages with one decimal. */
const Figures = z.object({
  totalLeads: z.int(),
  approvedLeads: z.int(),
  conversionRate: z.number(),
  trashRate: z.number(),
  connectedRate: z.number(),
  /** Per currency. */
  revenue: Amounts,
});

const Summary = z.object({
  totalLeads: z.int(),
  orders: z.int(),
  totalRevenue: Amounts,
  conversionRate: z.number(),
  averageOrderValue: Amounts,
});

/** Every report: what it counts, its position, and the summary, also of the period before. */
const Head = z.object({
  /** The position of history that the figures were made at. */
  position: z.string(),
  timeZone: z.string(),
  /** Only in reports that count leads by the time of their decision. */
  countBy: z.literal('decided').optional(),
  /** The days of the report in its time zone, both included. */
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  /** The filters by name, with the value to show: the name of an offer, not its id. */
  filters: z.array(z.object({ name: z.string(), value: z.string() })),
  ...Summary.shape,
  /** The same number of days before. */
  previous: Summary.extend({ startDate: z.iso.date(), endDate: z.iso.date() }),
});
export type ReportHead = z.infer<typeof Head>;

const statusStats = z.array(
  z.object({ status: LeadStatus, leads: z.int(), share: z.number(), total: Amounts }),
);
const paymentStats = z.array(Figures.extend({ paymentMode: PaymentMode }));
const dailyTrends = z.array(
  z.object({ date: z.iso.date(), totalLeads: z.int(), orders: z.int(), revenue: Amounts }),
);
/** A period is a day (YYYY-MM-DD), or a month (YYYY-MM) in reports of more than 92 days. */
const revenueOverTime = z.array(z.object({ period: z.string(), revenue: Amounts, orders: z.int() }));
const conversionData = z.array(
  z.object({ date: z.iso.date(), conversionRate: z.number(), totalLeads: z.int(), approvedLeads: z.int() }),
);
/** Leads without a webmaster are one line, with null. Most leads first; the rest is one line (events/reports/names.ts). */
const webmasterStats = z.array(Figures.extend({ webmaster: z.string().nullable(), duplicates: z.int() }));
const offerStats = z.array(Figures.extend({ offerId: z.string().nullable(), name: z.string().nullable() }));
const productivityData = z.array(Figures.extend({ operatorId: z.string(), fullName: z.string() }));

const Cohort = z.object({
  /** Days of 24 hours since the creation of a lead: 1, 3, 7 or 30. */
  age: z.int(),
  totalLeads: z.int(),
  /** Leads with this status at the age; null while the age is not reached. */
  processing: z.int().nullable(),
  hold: z.int().nullable(),
  approved: z.int().nullable(),
  cancelled: z.int().nullable(),
  trash: z.int().nullable(),
  conversionRate: z.number().nullable(),
});

const LeadReport = Head.extend({ statusStats, paymentStats, dailyTrends, webmasterStats });
const RevenueReport = Head.extend({ revenueOverTime, paymentStats, offerStats });
const ConversionReport = Head.extend({ averageConversionRate: z.number(), conversionData, offerStats });
const PerformanceReport = Head.extend({ dailyTrends, offerStats, webmasterStats });
const AnalyticsReport = Head.extend({
  averageConversionRate: z.number(),
  statusStats,
  paymentStats,
  dailyTrends,
  revenueOverTime,
  conversionData,
  webmasterStats,
  offerStats,
});
const CohortReport = Head.extend({
  /** The days together that have reached the age. */
  cohortTotals: z.array(Cohort),
  cohortStats: z.array(Cohort.extend({ date: z.iso.date() })),
});
const ProductivityReport = Head.extend({ dailyTrends, productivityData });
const CustomReport = Head.extend({
  groupBy: z.string(),
  /** Most leads first, the rest in one line; days in their order. `value` is null for leads without one. */
  rows: z.array(Figures.extend({ value: z.string().nullable(), label: z.string(), duplicates: z.int() })),
});

/** The data of each type of report. */
export const reportData = {
  leads: LeadReport,
  revenue: RevenueReport,
  conversion: ConversionReport,
  performance: PerformanceReport,
  analytics: AnalyticsReport,
  cohorts: CohortReport,
  'operator-productivity': ProductivityReport,
  custom: CustomReport,
};
export type ReportType = keyof typeof reportData;
export type ReportOf<T extends ReportType> = z.infer<(typeof reportData)[T]>;

const report = <const T extends ReportType, const P extends `/${string}`>(type: T, path: P) =>
  endpoint({ method: 'GET', path, query: ReportQuery, data: reportData[type] });

export const leadReport = report('leads', '/reports/leads');
export const revenueReport = report('revenue', '/reports/revenue');
export const conversionReport = report('conversion', '/reports/conversion');
export const performanceReport = report('performance', '/reports/performance');
export const cohortReport = report('cohorts', '/reports/cohorts');
export const analyticsReport = report('analytics', '/reports/analytics');
export const productivityReport = report('operator-productivity', '/reports/operator-productivity');

export const adminAnalytics = endpoint({
  method: 'GET',
  path: '/admin/analytics',
  query: RecentReportQuery,
  data: AnalyticsReport,
});

export const customReport = endpoint({
  method: 'POST',
  path: '/reports/custom',
  body: CustomReportBody,
  data: CustomReport,
  ignoresIdempotencyKey: true,
});

const generated = [
  'leads',
  'revenue',
  'conversion',
  'performance',
  'cohorts',
  'operator-productivity',
] as const;
export type GeneratedType = (typeof generated)[number];
const formats = ['json', 'xlsx', 'csv'] as const;

/** One of the reports as JSON, or as a file. */
export const generateReport = endpoint({
  method: 'POST',
  path: '/admin/generate-report',
  body: z.strictObject({
    reportType: oneOf(generated),
    filters: ReportQuery,
    format: oneOf(formats).default('json'),
  }),
  sends: 'file or data',
  data: z.union(generated.map((type) => reportData[type])),
});

const recomputed = [...generated, 'analytics', 'custom'] as const;

/**
 * Makes a report of an earlier position again, which is not kept any more: a batch reads the events up to the position,
 * and the calls above then answer the report at that position. If the report is kept, or the batch ends in time, the
 * answer is complete; otherwise 202.
 */
export const recomputeReport = endpoint({
  method: 'POST',
  path: '/reports/recompute',
  body: z
    .strictObject({
      reportType: oneOf(recomputed),
      /** Of a custom report, and of no other. */
      groupBy: groupBy.optional(),
      filters: ReportQuery.refine(({ position }) => position !== undefined, {
        error: texts.required,
        path: ['position'],
      }),
      ...waiting,
    })
    .refine(({ reportType, groupBy }) => reportType !== 'custom' || groupBy !== undefined, {
      error: texts.required,
      path: ['groupBy'],
    })
    .refine(({ reportType, groupBy }) => reportType === 'custom' || groupBy === undefined, {
      error: 'Only a custom report is grouped',
      path: ['groupBy'],
    }),
  /** Null if the report is kept. */
  data: z.object({ batch: BatchAnswer.shape.batch.nullable() }),
  statuses: [200, 202],
});
