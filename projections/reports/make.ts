import type { Grouping, ReportFilter } from '@crm/contracts/reports/query.ts';
import { reportFilters } from '@crm/contracts/reports/query.ts';
import type { ReportType } from '@crm/contracts/reports/reports.ts';
import type { ReportRun } from '@crm/events/reports/events.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addDays, dayAt } from '../days.ts';
import type { LeadColumn } from '../leads/columns.ts';
import { type LeadReader, reachOf } from '../leads/reach.ts';
import { timeZoneOf } from '../tenants/settings.ts';
import { customKind, type Facts, type Names, reportKinds, summariesOf } from './build.ts';
import { countLeads } from './count.ts';
import { type KeptReport, readKept, requestHash } from './kept.ts';
import { periodOf } from './period.ts';

type Filters = { [F in ReportFilter]?: string | undefined };

/** The input of any report. */
export type ReportRequest = Filters & {
  /** Default: the last 30 days. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  timeZone?: string | undefined;
  position?: string | undefined;
  countBy?: 'created' | 'decided' | undefined;
  keep: boolean;
  printed: boolean;
} & ({ type: Exclude<ReportType, 'custom'> } | { type: 'custom'; groupBy: Grouping });

/** A report to store: made now, or `kept` earlier. `subject` is what it counts, as its run is recorded. */
export type MadeReport = { kind: 'report'; kept: boolean; report: KeptReport; subject: ReportSubject };
type ReportSubject = Pick<
  ReportRun,
  'reportType' | 'groupBy' | 'startDate' | 'endDate' | 'timeZone' | 'countBy' | 'filters'
>;

/** The columns of the filters and groups; a day is not a column. */
const columnOf: Record<Exclude<Grouping, 'day'>, LeadColumn> & Record<ReportFilter, LeadColumn> = {
  offer: 'offer_id',
  operator: 'operator_id',
  webmaster: 'webmaster',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
  sub4: 'sub4',
  sub5: 'sub5',
  country: 'country',
  paymentMode: 'payment_mode',
  status: 'status',
  currency: 'currency',
};
// The keys of the record of filters.
const filterNames = Object.keys(reportFilters) as ReportFilter[];

/**
 * Makes a report at the current position, or finds one that was made at the position asked for. Refuses with
 * 'bad-input' for an offer or operator of another tenant and for a position of the future, and with 'report-not-kept'.
 * @throws the signal's reason when it is aborted
 */
export async function makeReport(
  db: Db,
  caller: LeadReader,
  request: ReportRequest,
  signal: AbortSignal,
): Promise<MadeReport | Refused> {
  const { tenant } = caller;
  const { operator } = reachOf(caller);
  const [current, timeZone, names] = await Promise.all([
    currentPosition(db),
    timeZoneOf(db, tenant, request.timeZone),
    namesOf(db, tenant),
  ]);
  const errors = unknownNames(request, names, operator);
  if (request.position !== undefined && request.position > current)
    errors['position'] = 'This position is in the future: use the position of an earlier report';
  const isDecided = request.countBy === 'decided';
  if (isDecided && request.type === 'cohorts') errors['countBy'] = 'Cohorts count leads by their creation';
  if (Object.keys(errors).length > 0) return refused('bad-input', { errors });

  const { startDate, endDate } = datesOf(request, timeZone);
  const given = filterNames.flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const groupBy = request.type === 'custom' ? request.groupBy : null;
  // Left out otherwise: reports that were kept before this choice stay found.
  const decided = isDecided ? (['decided'] as const) : [];
  const key = {
    tenant,
    request: requestHash([request.type, groupBy, startDate, endDate, timeZone, given, operator, ...decided]),
    position: request.position ?? current,
  };
  const subject: ReportSubject = {
    reportType: request.type,
    groupBy,
    startDate,
    endDate,
    timeZone,
    ...(isDecided && { countBy: 'decided' }),
    filters: Object.fromEntries(given),
  };
  const kept = await readKept(db, key);
  if (kept !== null) return { kind: 'report', kept: true, report: { ...key, body: kept }, subject };
  if (key.position !== current) return refused('report-not-kept');

  const period = periodOf(startDate, endDate, timeZone);
  const time = isDecided ? 'decided_at' : 'at';
  const { groups, duplicates, ages = false, parts } = kindOf(request);
  const filters = Object.fromEntries(given.map(([name, value]) => [columnOf[name], value]));
  const counted = await countLeads(
    db,
    { tenant, operator, period, time, filters, groups, duplicates, ages },
    signal,
  );
  const facts: Facts = { ...counted, period, names, madeAt: Date.now() };
  const data = {
    position: current,
    timeZone,
    ...(isDecided && { countBy: request.countBy }),
    startDate: period.days[0] ?? '',
    endDate: period.days.at(-1) ?? '',
    filters: given.map(([name, value]) => ({ name, value: names.get(value) ?? value })),
    ...summariesOf(facts),
    ...parts(facts),
  };
  return { kind: 'report', kept: false, report: { ...key, body: JSON.stringify(data) }, subject };
}

const RECENT_DAYS = 30;

function datesOf({ startDate, endDate }: ReportRequest, timeZone: string) {
  if (startDate !== undefined && endDate !== undefined) return { startDate, endDate };
  const today = dayAt(new Date(), timeZone);
  return { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
}

function kindOf(request: ReportRequest) {
  if (request.type !== 'custom') return reportKinds[request.type];
  const { groupBy } = request;
  return customKind(groupBy, groupBy === 'day' ? null : columnOf[groupBy]);
}

/** The position of the leads in this transaction's snapshot. */
async function currentPosition(db: Db): Promise<string> {
  const { rows } = await db.query<{ position: string }>(
    `select position from checkpoints where name = 'leads' and state = 'live'`,
  );
  return rows[0]?.position ?? '';
}

/** Indexes offers_tenant and users_tenant: a tenant has few of both. */
async function namesOf(db: Db, tenant: string): Promise<Names> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select o.id, o.name from offers o where o.tenant = $1
     union all
     select u.id, u.full_name from users u where u.tenant = $1`,
    [tenant],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An operator who sees only own leads gets the same answer for a colleague as for an unknown id. */
function unknownNames(
  { offer, operator }: Filters,
  names: Names,
  own: string | null,
): Record<string, string> {
  return {
    ...(offer !== undefined && !names.has(offer) && { offer: 'Offer not found' }),
    ...(operator !== undefined &&
      (!names.has(operator) || (own !== null && operator !== own)) && { operator: 'Operator not found' }),
  };
}
