import type { ReportHead } from '@crm/contracts/reports/reports.ts';
import { isDay } from '../format/period.ts';
import { type LinkedFilters, leadsAt } from '../pages/leadsAt.ts';
import type { ReportInput } from './queries.ts';

/** The filters of a figure beside the report's own; `days` instead of the report's period. */
export type Part = Omit<LinkedFilters, 'within'> & { days?: { from: string; to: string } };

/** The leads list with exactly the leads that a figure counts, now; null where the list has no such filters. */
export type LinkOf = (part: Part) => string | null;

/** Links to the leads of a report. A figure has no link if the report filters by another value, as nothing has both. */
export function linksOf({ startDate, endDate, timeZone: zone }: ReportHead, query: ReportInput): LinkOf {
  const filters = filtersOf(query);
  return ({ days = { from: startDate, to: endDate }, ...part }) => {
    // A report of instants counts parts of days; the list filters by creation.
    if (query.countBy === 'decided') return null;
    if (!isDay(query.startDate) || !isDay(query.endDate)) return null;
    // The keys of the part.
    const names = Object.keys(part) as (keyof typeof part)[];
    const contradicts = names.some((name) => filters[name] !== undefined && filters[name] !== part[name]);
    return contradicts ? null : leadsAt({ ...filters, ...part, within: { ...days, zone } });
  };
}

function filtersOf(query: ReportInput): LinkedFilters {
  const { offer, operator, country, status, paymentMode, currency } = query;
  const { webmaster, sub1, sub2, sub3, sub4, sub5 } = query;
  const filters = {
    status,
    assigned: operator,
    product: offer,
    webmaster: webmaster?.trim(),
    sub1: sub1?.trim(),
    sub2: sub2?.trim(),
    sub3: sub3?.trim(),
    sub4: sub4?.trim(),
    sub5: sub5?.trim(),
    country: country?.trim().toUpperCase(),
    paymentMode,
    currency,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
