import type { ReportOf } from '@crm/contracts/reports/reports.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { formatNumber } from '../format/count.ts';
import { formatDay } from '../format/date.ts';
import { FigureLink } from './FigureLink.tsx';
import type { LinkOf } from './links.ts';
import { type Column, ReportTable } from './ReportTable.tsx';
import { rateText } from './rate.ts';
import { reportTexts } from './texts.ts';

const { cohorts: texts, columns, tables } = reportTexts;

type Cohorts = ReportOf<'cohorts'>;
type Cohort = Cohorts['cohortTotals'][number];

/** Leads by their status at each age: of all days together, and of each day with leads. */
export function CohortTables({ report, linkOf }: { report: Cohorts; linkOf: LinkOf }) {
  return (
    <>
      <p className="text-sm text-muted">{texts.explained}</p>
      <ReportTable
        title={tables.cohortTotals}
        rows={report.cohortTotals}
        keyOf={({ age }) => String(age)}
        columns={[
          ageColumn,
          { label: columns.leads, cell: ({ totalLeads }) => formatNumber(totalLeads) },
          ...statuses,
        ]}
      />
      <ReportTable
        title={tables.cohorts}
        rows={report.cohortStats.filter(({ totalLeads }) => totalLeads > 0)}
        keyOf={({ date, age }) => `${date} ${age}`}
        columns={[
          { label: columns.day, cell: ({ date }) => formatDay(date) },
          ageColumn,
          {
            label: columns.leads,
            cell: ({ date, totalLeads }) => (
              <FigureLink to={linkOf({ days: { from: date, to: date } })}>
                {formatNumber(totalLeads)}
              </FigureLink>
            ),
          },
          ...statuses,
        ]}
      />
    </>
  );
}

const ageColumn: Column<Cohort> = { label: columns.age, cell: ({ age }) => texts.age(age) };

/** An age that is not reached yet has no figures, which is not zero. */
const known = (figure: number | null, format: (n: number) => string) =>
  figure === null ? <span className="text-muted">{texts.notYet}</span> : format(figure);

const statusColumn = (status: LeadStatus, label: string): Column<Cohort> => ({
  label,
  cell: (cohort) => known(cohort[status], formatNumber),
});

const statuses: readonly Column<Cohort>[] = [
  statusColumn('processing', texts.processing),
  statusColumn('hold', texts.hold),
  statusColumn('approved', texts.approved),
  statusColumn('cancelled', texts.cancelled),
  statusColumn('trash', texts.trash),
  {
    label: columns.conversion,
    cell: ({ conversionRate, totalLeads }) => known(conversionRate, (rate) => rateText(rate, totalLeads)),
  },
];
