import type { Grouping, ReportFilter } from '@crm/contracts/reports/query.ts';
import { COHORTS_BY_CREATION, OPERATOR_NOT_FOUND, reportFilters } from '@crm/contracts/reports/query.ts';
import type { ReportType } from '@crm/contracts/reports/reports.ts';
import type { ReportSubject } from '@crm/events/reports/events.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addDays, dayAt } from '../days.ts';
import { type LeadReader, visibleTo } from '../leads/visible-leads.ts';
import { timeZoneOf } from '../tenants/settings.ts';
import { type KeptReport, requestHash } from './kept.ts';

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

/** Everything that decides the bytes of a report. `operator`: only the leads of this operator; null for all. */
export type ReportPlan = {
  key: Omit<KeptReport, 'body'>;
  subject: ReportSubject;
  operator: string | null;
};

/** The time of a position for a tenant (platform/event-store/port.ts). */
export type TimeOf = EventStore['timeOf'];

// The keys of the record of filters.
const filterNames = Object.keys(reportFilters) as ReportFilter[];

/** The filters in the order of the hash. */
export const givenOf = (filters: Filters): [ReportFilter, string][] =>
  filterNames.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value]];
  });

/** The plan of a report at a position. Dates that the request leaves out follow from the position's time. */
export async function planOf(
  db: Db,
  timeOf: TimeOf,
  { caller, request, position }: { caller: LeadReader; request: ReportRequest; position: string },
): Promise<ReportPlan> {
  const { tenant } = caller;
  const { operator } = visibleTo(caller);
  const timeZone = await timeZoneOf(db, tenant, request.timeZone);
  const { startDate, endDate } = await datesOf(request, timeZone, () => timeOf(position, tenant));
  const given = givenOf(request);
  const groupBy = request.type === 'custom' ? request.groupBy : null;
  const isDecided = request.countBy === 'decided';
  // Left out otherwise: reports that were kept before this choice stay found.
  const decided = isDecided ? (['decided'] as const) : [];
  return {
    key: {
      tenant,
      request: requestHash([
        request.type,
        groupBy,
        startDate,
        endDate,
        timeZone,
        given,
        operator,
        ...decided,
      ]),
      position,
    },
    subject: {
      reportType: request.type,
      groupBy,
      startDate,
      endDate,
      timeZone,
      ...(isDecided && { countBy: 'decided' }),
      filters: Object.fromEntries(given),
    },
    operator,
  };
}

const RECENT_DAYS = 30;

async function datesOf(
  { startDate, endDate }: ReportRequest,
  timeZone: string,
  time: () => Promise<Date | null>,
) {
  if (startDate !== undefined && endDate !== undefined) return { startDate, endDate };
  // Only a store without events has no time.
  const today = dayAt((await time()) ?? new Date(), timeZone);
  return { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
}

/** The refusal of a call whose body has the report's fields in `filters`. */
export const inFilters = (refusal: Refused): Refused =>
  refusal.errors
    ? {
        ...refusal,
        errors: Object.fromEntries(
          Object.entries(refusal.errors).map(([field, text]) => [`filters.${field}`, text]),
        ),
      }
    : refusal;

/** The position of the leads in this transaction's snapshot. */
export async function currentPosition(db: Db): Promise<string> {
  const { rows } = await db.query<{ position: string }>(
    `select position from checkpoints where name = 'leads' and state = 'live'`,
  );
  return rows[0]?.position ?? '';
}

/**
 * The errors of a request by field, except those of unknown names. An operator who sees only own leads gets the same
 * answer for a colleague as for an unknown id.
 */
export function errorsOf(
  caller: LeadReader,
  request: ReportRequest,
  current: string,
): Record<string, string> {
  const { operator: own } = visibleTo(caller);
  const isColleague = own !== null && request.operator !== undefined && request.operator !== own;
  const isFuture = request.position !== undefined && request.position > current;
  const isDecidedCohort = request.countBy === 'decided' && request.type === 'cohorts';
  return {
    ...(isColleague && { operator: OPERATOR_NOT_FOUND }),
    ...(isFuture && {
      position: 'This position is in the future: use the position of an earlier report',
    }),
    ...(isDecidedCohort && { countBy: COHORTS_BY_CREATION }),
  };
}
