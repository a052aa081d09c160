import type { ReportOf } from '@crm/contracts/reports/reports.ts';
import type { ShownType } from './queries.ts';
import { Trend } from './Trend.tsx';
import { OfferTable, OperatorTable, PaymentTable, StatusTable, WebmasterTable } from './tables.tsx';

/** A report with its type. */
export type ShownReport = { [T in ShownType]: { type: T; report: ReportOf<T> } }[ShownType];

const byDay = (days: ReportOf<'leads'>['dailyTrends']) =>
  days.map(({ date, totalLeads, revenue }) => ({ period: date, leads: totalLeads, revenue }));

/** The trend and the tables of each type of report. */
export function ReportParts(shown: ShownReport) {
  switch (shown.type) {
    case 'leads': {
      const { dailyTrends, statusStats, paymentStats, webmasterStats } = shown.report;
      return (
        <>
          <Trend points={byDay(dailyTrends)} />
          <StatusTable rows={statusStats} />
          <PaymentTable rows={paymentStats} />
          <WebmasterTable rows={webmasterStats} />
        </>
      );
    }
    case 'revenue': {
      const { revenueOverTime, paymentStats, offerStats } = shown.report;
      return (
        <>
          <Trend points={revenueOverTime.map(({ period, revenue }) => ({ period, revenue }))} />
          <PaymentTable rows={paymentStats} />
          <OfferTable rows={offerStats} />
        </>
      );
    }
    case 'conversion': {
      const points = shown.report.conversionData.map(({ date, totalLeads, conversionRate }) => ({
        period: date,
        leads: totalLeads,
        conversion: conversionRate,
      }));
      return (
        <>
          <Trend points={points} />
          <OfferTable rows={shown.report.offerStats} />
        </>
      );
    }
    case 'operator-productivity':
      return (
        <>
          <Trend points={byDay(shown.report.dailyTrends)} />
          <OperatorTable rows={shown.report.productivityData} />
        </>
      );
    default:
      return shown satisfies never;
  }
}
