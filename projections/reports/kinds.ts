import type { Grouping } from '@crm/contracts/reports/query.ts';
import type { ReportHead, ReportOf, ReportType } from '@crm/contracts/reports/reports.ts';
import type { LeadColumn } from '../leads/column-blocks.ts';
import { cohortParts } from './cohorts.ts';
import {
  averageConversionRate,
  conversionData,
  customRows,
  dailyTrends,
  type Facts,
  offerStats,
  paymentStats,
  productivityData,
  revenueOverTime,
  statusStats,
  webmasterStats,
} from './parts.ts';

/** One type of report: the columns that it groups leads by, whether it counts duplicates and ages, and its parts. */
type ReportKind<P> = {
  groups: LeadColumn[];
  duplicates: boolean;
  ages?: true;
  parts: (facts: Facts) => P;
};

type Parts<T extends ReportType> = Omit<ReportOf<T>, keyof ReportHead>;

/** Every type of report except the custom one. */
export const reportKinds: { [T in Exclude<ReportType, 'custom'>]: ReportKind<Parts<T>> } = {
  leads: {
    groups: ['payment_mode', 'webmaster'],
    duplicates: true,
    parts: (facts) => ({
      statusStats: statusStats(facts),
      paymentStats: paymentStats(facts),
      dailyTrends: dailyTrends(facts),
      webmasterStats: webmasterStats(facts),
    }),
  },
  revenue: {
    groups: ['payment_mode', 'offer_id'],
    duplicates: false,
    parts: (facts) => ({
      revenueOverTime: revenueOverTime(facts),
      paymentStats: paymentStats(facts),
      offerStats: offerStats(facts),
    }),
  },
  conversion: {
    groups: ['offer_id'],
    duplicates: false,
    parts: (facts) => ({
      averageConversionRate: averageConversionRate(facts),
      conversionData: conversionData(facts),
      offerStats: offerStats(facts),
    }),
  },
  performance: {
    groups: ['offer_id', 'webmaster'],
    duplicates: true,
    parts: (facts) => ({
      dailyTrends: dailyTrends(facts),
      offerStats: offerStats(facts),
      webmasterStats: webmasterStats(facts),
    }),
  },
  analytics: {
    groups: ['payment_mode', 'offer_id', 'webmaster'],
    duplicates: true,
    parts: (facts) => ({
      averageConversionRate: averageConversionRate(facts),
      statusStats: statusStats(facts),
      paymentStats: paymentStats(facts),
      dailyTrends: dailyTrends(facts),
      revenueOverTime: revenueOverTime(facts),
      conversionData: conversionData(facts),
      webmasterStats: webmasterStats(facts),
      offerStats: offerStats(facts),
    }),
  },
  cohorts: { groups: [], duplicates: false, ages: true, parts: cohortParts },
  'operator-productivity': {
    groups: ['operator_id'],
    duplicates: false,
    parts: (facts) => ({ dailyTrends: dailyTrends(facts), productivityData: productivityData(facts) }),
  },
};

/** A custom report groups by one column, or by day if `column` is null. */
export const customKind = (groupBy: Grouping, column: LeadColumn | null): ReportKind<Parts<'custom'>> => ({
  groups: column === null ? [] : [column],
  duplicates: true,
  parts: (facts) => ({ groupBy, rows: customRows(facts, column) }),
});
