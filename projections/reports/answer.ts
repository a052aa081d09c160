import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import type { Input } from '@crm/platform/http/route.ts';
import { asTenant, keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import type { QueryDeps } from '../query.ts';
import { keep } from './kept.ts';
import { type MadeReport, makeReport, type ReportRequest } from './make.ts';

const READS = ['leads', 'users', 'offers', 'tenants'];
/** Time to wait for the caller's last command, as in every query. */
const WAIT_MS = 2_000;
/** A report of ten years of a large tenant takes a second. */
const MOST_MS = 20_000;

type Asked = Pick<Input, 'minPosition' | 'signal'> & { caller: SignedInCaller };
type ReportAnswer = { body: string; stale: boolean; position: Input['minPosition'] };

/**
 * Makes a report, and keeps it if the request wants it, or answers the kept one. Stops when the client leaves. Refuses with 'report-too-slow',
 * and as makeReport.
 */
export async function answerReport(
  { pool, waitFor, refuseUnbuilt }: QueryDeps,
  { caller, minPosition, signal: left }: Asked,
  request: ReportRequest,
): Promise<ReportAnswer | Refused> {
  const refusal = refuseUnbuilt(READS);
  if (refusal) return refusal;
  const seen = minPosition ? await waitFor(READS, minPosition, { timeoutMs: WAIT_MS }) : 'fresh';
  const signal = AbortSignal.any([left, AbortSignal.timeout(MOST_MS)]);
  let made: MadeReport | Refused;
  try {
    made = await asTenant(pool, caller.tenant, (db) => makeReport(db, caller, request, signal));
  } catch (error) {
    // A client that has left reads no answer.
    if (signal.aborted) return refused('report-too-slow');
    throw error;
  }
  if (isRefused(made)) return made;
  const { report, kept } = made;
  if (!kept && request.keep) await keepAsTenant(pool, caller.tenant, (db) => keep(db, report));
  return { body: report.body, stale: seen === 'stale', position: seen === 'fresh' ? minPosition : null };
}
