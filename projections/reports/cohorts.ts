import type { ReportOf } from '@crm/contracts/reports/reports.ts';
import { cohortAges, statusesAt } from '@crm/events/leads/status-ages.ts';
import { type LeadStatus, leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { midnight } from '../days.ts';
import { DAY_MS } from '../durations.ts';
import { percent } from '../percent.ts';
import type { Counted } from './count.ts';
import type { ReportPeriod } from './period.ts';
import { emptyTally, leadsOf, type Tally } from './tally.ts';

type Cohort = Omit<ReportOf<'cohorts'>['cohortStats'][number], 'date'>;
type Statuses = Record<LeadStatus, number>;

/**
 * The leads of each day by their status at each age, and of all days together. A day has reached an age when its last
 * moment has: until then its figures are null. The days together count only those that have reached the age.
 */
export function cohortParts({
  days,
  period,
  madeAt,
}: Pick<Counted, 'days'> & { period: ReportPeriod; madeAt: number }) {
  const cohorts = period.days.map((date, n) => {
    const tally = days[n] ?? emptyTally();
    const end = midnight(date, 1, period.timeZone).getTime();
    return { date, leads: leadsOf(tally), end, counts: countsOf(tally) };
  });
  const cohortTotals = cohortAges.map((age, n) => {
    const reached = cohorts.filter(({ end }) => end + age * DAY_MS <= madeAt);
    const leads = reached.reduce((sum, cohort) => sum + cohort.leads, 0);
    const sum = noStatuses();
    for (const { counts } of reached)
      for (const status of leadStatuses) sum[status] += counts[n]?.[status] ?? 0;
    return cohortOf(age, leads, reached.length > 0 ? sum : null);
  });
  const cohortStats = cohorts.flatMap(({ date, leads, end, counts }) =>
    cohortAges.map((age, n) => ({
      date,
      ...cohortOf(age, leads, end + age * DAY_MS <= madeAt ? (counts[n] ?? noStatuses()) : null),
    })),
  );
  return { cohortTotals, cohortStats };
}

const noStatuses = (): Statuses => ({ processing: 0, approved: 0, cancelled: 0, hold: 0, trash: 0 });

/** The number of leads by status, for each age. */
function countsOf({ ages }: Tally): Statuses[] {
  const counts = cohortAges.map(noStatuses);
  for (const [text, leads] of ages ?? [])
    for (const [n, status] of statusesAt(text).entries()) {
      const at = counts[n];
      if (at && status) at[status] += leads;
    }
  return counts;
}

function cohortOf(age: number, totalLeads: number, statuses: Statuses | null): Cohort {
  const { processing = null, hold = null, approved = null, cancelled = null, trash = null } = statuses ?? {};
  const conversionRate = approved === null ? null : percent(approved, totalLeads);
  return { age, totalLeads, processing, hold, approved, cancelled, trash, conversionRate };
}
