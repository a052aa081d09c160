import { OFFER_NOT_FOUND, OPERATOR_NOT_FOUND } from '@crm/contracts/reports/query.ts';
import type { ReportSubject } from '@crm/events/reports/events.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { ReadBlocks } from '../leads/blocks.ts';
import type { LeadReader } from '../leads/visible-leads.ts';
import { blocksOf, type CountRequest } from './count.ts';
import { type KeptReport, readKept } from './kept.ts';
import type { Names } from './parts.ts';
import { currentPosition, errorsOf, planOf, type ReportRequest, type TimeOf } from './plan.ts';
import { writeReport } from './write.ts';

/** A report to store: made now, or `kept` earlier. */
export type MadeReport = { kind: 'report'; kept: boolean; report: KeptReport; subject: ReportSubject };

/** The dependencies of a report beside its transaction. */
export type ReportSources = { timeOf: TimeOf; readBlocks: ReadBlocks };

/**
 * Makes a report at the current position, or finds one that was made at the position asked for. Refuses with
 * 'bad-input' for an offer or operator of another tenant and for a position of the future, and with 'report-not-kept'.
 * @throws the signal's reason when it is aborted
 */
export async function makeReport(
  db: Db,
  { timeOf, readBlocks }: ReportSources,
  { caller, request }: { caller: LeadReader; request: ReportRequest },
  signal: AbortSignal,
): Promise<MadeReport | Refused> {
  const [current, names] = await Promise.all([currentPosition(db), namesOf(db, caller.tenant)]);
  const errors = errorsOf(caller, request, current);
  const isPast = request.position !== undefined && request.position < current;
  // An offer or operator of a past report may be deleted by now.
  if (!isPast) Object.assign(errors, unknownNames(request, names));
  if (Object.keys(errors).length > 0) return refused('bad-input', { errors });

  const plan = await planOf(db, timeOf, { caller, request, position: request.position ?? current });
  const { key, subject } = plan;
  const kept = await readKept(db, key);
  if (kept !== null) return { kind: 'report', kept: true, report: { ...key, body: kept }, subject };
  if (isPast) return refused('report-not-kept');
  const source = {
    blocks: (counted: CountRequest) => readBlocks(db, blocksOf(counted), signal),
    names: () => names,
    time: () => timeOf(current, caller.tenant),
  };
  const body = await writeReport(plan, source, signal);
  return { kind: 'report', kept: false, report: { ...key, body }, subject };
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

/** The filters that name an offer or operator which the tenant does not have. */
export function unknownNames(
  { offer, operator }: Pick<ReportRequest, 'offer' | 'operator'>,
  names: Names,
): Record<string, string> {
  return {
    ...(offer !== undefined && !names.has(offer) && { offer: OFFER_NOT_FOUND }),
    ...(operator !== undefined && !names.has(operator) && { operator: OPERATOR_NOT_FOUND }),
  };
}
