import type { Grouping, ReportFilter } from '@crm/contracts/reports/query.ts';
import type { ReportSubject } from '@crm/events/reports/events.ts';
import type { DecodedBlock } from '../block-cache.ts';
import type { LeadColumn } from '../leads/column-blocks.ts';
import { columnOfFilter } from '../leads/find/column-filter.ts';
import { type CountRequest, countBlocks } from './count.ts';
import { customKind, reportKinds } from './kinds.ts';
import { type Facts, type Names, summariesOf } from './parts.ts';
import { periodOf } from './period.ts';
import { givenOf, type ReportPlan } from './plan.ts';

/** The columns of the filters and groups; a day is not a column. */
const columnOf: Record<Exclude<Grouping, 'day'>, LeadColumn> & Record<ReportFilter, LeadColumn> = {
  ...columnOfFilter,
  offer: 'offer_id',
  operator: 'operator_id',
  status: 'status',
};

/** The leads, names and time of a position. */
export type ReportSource = {
  blocks: (request: CountRequest) => AsyncIterable<readonly DecodedBlock[]>;
  /** Of offers and operators; called after the blocks were read. */
  names: () => Names;
  /** Called only for reports with ages, which the leads have reached or not by then. */
  time: () => Promise<Date | null>;
};

/**
 * Counts and writes a report: the JSON of the answer's data. The same plan and source give the same bytes.
 * @throws the signal's reason when it is aborted
 */
export async function writeReport(
  { key, subject, operator }: ReportPlan,
  source: ReportSource,
  signal: AbortSignal,
): Promise<string> {
  const { startDate, endDate, timeZone, countBy } = subject;
  const given = givenOf(subject.filters);
  const period = periodOf(startDate, endDate, timeZone);
  const { groups, duplicates, ages = false, parts } = kindOf(subject);
  const request: CountRequest = {
    tenant: key.tenant,
    operator,
    period,
    time: countBy === 'decided' ? 'decided_at' : 'at',
    filters: Object.fromEntries(given.map(([name, value]) => [columnOf[name], value])),
    groups,
    duplicates,
    ages,
  };
  const counted = await countBlocks(source.blocks(request), request, signal);
  const names = source.names();
  const madeAt = ages ? ((await source.time())?.getTime() ?? 0) : 0;
  const facts: Facts = { ...counted, period, names, madeAt };
  return JSON.stringify({
    position: key.position,
    timeZone,
    ...(countBy && { countBy }),
    startDate: period.days[0] ?? '',
    endDate: period.days.at(-1) ?? '',
    filters: given.map(([name, value]) => ({ name, value: names.get(value) ?? value })),
    ...summariesOf(facts),
    ...parts(facts),
  });
}

function kindOf({ reportType, groupBy }: ReportSubject) {
  if (reportType !== 'custom') return reportKinds[reportType];
  // Only a custom report has a grouping, which its contract checked.
  const grouping = groupBy as Grouping;
  return customKind(grouping, grouping === 'day' ? null : columnOf[grouping]);
}
