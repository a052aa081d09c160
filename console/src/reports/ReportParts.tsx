import type { ReportOf } from '@crm/contracts/reports/reports.ts';
import { CohortTables } from './CohortTables.tsx';
import type { LinkOf } from './links.ts';
import type { ShownType } from './queries.ts';
import { Trend } from './Trend.tsx';
import { OfferTable, OperatorTable, PaymentTable, StatusTable, WebmasterTable } from './tables.tsx';

/** A report with its type. */
export type ShownReport = { [T in ShownType]: { type: T; report: ReportOf<T> } }[ShownType];

const byDay = (days: ReportOf<'leads'>['dailyTrends']) =>
  days.map(({ date, totalLeads, revenue }) => ({ period: date, leads: totalLeads, revenue }));

/** The trend and the tables of each type of report. */
export function ReportParts({ shown, linkOf }: { shown: ShownReport; linkOf: LinkOf }) {
  switch (shown.type) {
    case 'leads': {
      const { dailyTrends, statusStats, paymentStats, webmasterStats } = shown.report;
      return (
        <>
          <Trend points={byDay(dailyTrends)} linkOf={linkOf} />
          <StatusTable rows={statusStats} linkOf={linkOf} />
          <PaymentTable rows={paymentStats} linkOf={linkOf} />
          <WebmasterTable rows={webmasterStats} linkOf={linkOf} />
        </>
      );
    }
    case 'revenue': {
      const { revenueOverTime, paymentStats, offerStats } = shown.report;
      return (
        <>
          <Trend
            points={revenueOverTime.map(({ period, revenue }) => ({ period, revenue }))}
            linkOf={linkOf}
          />
          <PaymentTable rows={paymentStats} linkOf={linkOf} />
          <OfferTable rows={offerStats} linkOf={linkOf} />
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
          <Trend points={points} linkOf={linkOf} />
          <OfferTable rows={shown.report.offerStats} linkOf={linkOf} />
        </>
      );
    }
    case 'cohorts':
      return <CohortTables report={shown.report} linkOf={linkOf} />;
    case 'operator-productivity':
      return (
        <>
          <Trend points={byDay(shown.report.dailyTrends)} linkOf={linkOf} />
          <OperatorTable rows={shown.report.productivityData} linkOf={linkOf} />
        </>
      );
    default:
      return shown satisfies never;
  }
}
