import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import type { Input } from '@crm/platform/http/route.ts';
import { asTenant, keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import { type QueryDeps, waitForOwnWrite } from '../query.ts';
import { keep } from './kept.ts';
import { type MadeReport, makeReport, type ReportSources } from './make.ts';
import type { ReportRequest } from './plan.ts';
import { type Output, type Reader, recordRun } from './runs.ts';
import { rowsOf } from './sheets.ts';

const READS = ['leads', 'users', 'offers', 'tenants'];
/** A report of ten years of a large tenant takes a second. */
const MOST_MS = 20_000;

export type ReportNeeds = Pick<ReportSources, 'readBlocks'>;

type ReportRequester = Reader & Pick<Input, 'minPosition' | 'signal'>;
type ReportAnswer = { data: unknown; stale: boolean; position: Input['minPosition'] };

/**
 * Makes a report, keeps it and records the run; or answers the kept one. A report that the request does not keep is no
 * run. Stops when the client leaves. Refuses with 'report-too-slow', and as makeReport and recordRun.
 */
export async function answerReport(
  deps: QueryDeps & ReportNeeds,
  requester: ReportRequester,
  request: ReportRequest,
  output: Output,
): Promise<ReportAnswer | Refused> {
  const { pool, store, readBlocks } = deps;
  const { caller, minPosition } = requester;
  const seen = await waitForOwnWrite(deps, READS, minPosition);
  if (isRefused(seen)) return seen;
  const signal = AbortSignal.any([requester.signal(), AbortSignal.timeout(MOST_MS)]);
  let made: MadeReport | Refused;
  try {
    const sources = { timeOf: store.timeOf, readBlocks };
    made = await asTenant(pool, caller.tenant, (db) => makeReport(db, sources, { caller, request }, signal));
  } catch (error) {
    // A client that has left reads no answer.
    if (signal.aborted) return refused('report-too-slow');
    throw error;
  }
  if (isRefused(made)) return made;
  const { report, kept, subject } = made;
  const data: unknown = JSON.parse(report.body);
  if (request.keep) {
    if (!kept) await keepAsTenant(pool, caller.tenant, (db) => keep(db, report));
    const { position } = report;
    const run = { ...subject, position, format: output.format, kept, rows: rowsOf(data) };
    const recorded = await recordRun(store, requester, { report, command: output.command, run });
    if (isRefused(recorded)) return recorded;
    // A repeated command gets the report of the first one.
    if (recorded.position !== position)
      return answerReport(deps, requester, { ...request, position: recorded.position }, output);
  }
  return { data, stale: seen === 'stale', position: seen === 'fresh' ? minPosition : null };
}
