import { recomputeReport } from '@crm/contracts/reports/reports.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { reportNames } from '@crm/events/reports/names.ts';
import { REPORT_RECOMPUTE } from '@crm/events/reports/recompute.ts';
import { mayAccess } from '@crm/platform/batches/may-access.ts';
import { endOfBatch, readBatch, startBatch } from '@crm/platform/batches/start.ts';
import { commandIdOf, sentBy } from '@crm/platform/commands/envelope.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { asTenant, type Db } from '@crm/platform/postgres/transaction.ts';
import { afterOwnWrite, type QueryDeclaration, type QueryDeps } from '../../query.ts';
import { readKept } from '../kept.ts';
import { unknownNames } from '../make.ts';
import {
  currentPosition,
  errorsOf,
  inFilters,
  planOf,
  type ReportPlan,
  type ReportRequest,
} from '../plan.ts';
import { namesOfFilters } from './names.ts';
import { taskOf } from './recompute.ts';

const READS = ['leads', 'tenants', 'batches'];
const CALL = `${recomputeReport.method} ${recomputeReport.path}`;
/** Default of the call's `wait`. */
const SECONDS = 20;
const UNKNOWN = 'No report was made at this position';

type RecomputeCall = Input<typeof recomputeReport, typeof everyUser>;

/**
 * Starts the batch that makes a report of a past position again. The same report at the same position is one batch: a
 * second call gets the running one if its caller may access it, or none when the report is kept. A tenant recomputes one
 * report at a time.
 */
export const startRecompute: QueryDeclaration = (deps) =>
  route(recomputeReport, everyUser, (input) =>
    afterOwnWrite(deps, READS, input.minPosition, () => recompute(deps, input)),
  );

async function recompute({ pool, store, stopping }: QueryDeps, input: RecomputeCall): Promise<Result> {
  const { caller, body } = input;
  const { filters, wait = SECONDS } = body;
  const position = filters.position ?? '';
  if (body.reportType === 'operator-productivity' && caller.role !== 'admin')
    return refused('report-for-admins');
  const request = requestOf(body);
  const planned = await asTenant(pool, caller.tenant, async (db) => {
    const errors = errorsOf(caller, request, await currentPosition(db));
    if (Object.keys(errors).length > 0) return refused('bad-input', { errors });
    const plan = await planOf(db, store.timeOf, { caller, request, position });
    const isKept = (await readKept(db, plan.key)) !== null;
    return { kind: 'planned' as const, plan, isKept, running: await runningIn(db, caller.tenant) };
  });
  if (isRefused(planned)) return inFilters(planned);
  if ((await store.timeOf(position, caller.tenant)) === null)
    return inFilters(refused('bad-input', { errors: { position: UNKNOWN } }));
  const { plan, isKept, running } = planned;
  const { filters: named } = plan.subject;
  // The position is one of an event: the store knows its time.
  const at = { tenant: caller.tenant, position: position as Position };
  const errors = unknownNames(named, await namesOfFilters(store, at, named));
  if (Object.keys(errors).length > 0) return inFilters(refused('bad-input', { errors }));
  if (isKept) return { kind: 'done', data: { batch: null }, position: null };
  const id = await freeBatch(store, caller.tenant, plan);
  if (running.some((each) => each !== id)) return refused('recompute-running');

  const started = await startOnce(store, input, id, plan);
  if (isRefused(started)) return started;
  // The batch of another user: the caller could neither follow nor cancel it.
  if (!(await mayAccess(store, caller, id))) return refused('recompute-running');
  const end = await endOfBatch(store, id, wait, stopping);
  const batch = await readBatch(store, caller.tenant, id);
  return { kind: 'done', ...(!end && { status: 202 }), data: { batch }, position: end?.position ?? null };
}

function requestOf({ reportType, groupBy, filters }: RecomputeCall['body']): ReportRequest {
  if (reportType !== 'custom') return { type: reportType, ...filters };
  if (groupBy === undefined) throw new Error('The contract requires the grouping of a custom report');
  return { type: reportType, groupBy, ...filters };
}

/** The queued and running batches of this kind. Index batches_tenant. */
async function runningIn(db: Db, tenant: TenantId): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from batches where tenant = $1 and kind = $2 and state in ('queued', 'running')`,
    [tenant, REPORT_RECOMPUTE],
  );
  return rows.map(({ id }) => id);
}

/** The running batch of this report, or the id of a new one: the report is deleted some time after a batch kept it. */
async function freeBatch(store: EventStore, tenant: TenantId, { key }: ReportPlan): Promise<string> {
  for (let n = 0; ; n += 1) {
    const id = derivedId(tenant, `recompute ${key.request.toString('hex')} ${key.position} ${n}`);
    const batch = await readBatch(store, tenant, id);
    if (batch === null || batch.finishedAt === null) return id;
  }
}

/** Starts the batch, unless it runs already. */
async function startOnce(
  store: EventStore,
  { caller, origin, guard, body, idempotencyKey }: RecomputeCall,
  id: string,
  plan: ReportPlan,
): Promise<{ id: string } | Refused> {
  const { reportType, startDate, endDate } = plan.subject;
  const started = await startBatch(
    { store },
    {
      id,
      kind: REPORT_RECOMPUTE,
      title: `Recompute report: ${reportNames[reportType]}, ${startDate} to ${endDate}`,
      total: null,
      task: taskOf(plan),
      ...sentBy({ caller, origin, guard }),
      commandId: commandIdOf({ caller: caller.id, call: CALL, key: idempotencyKey, body }),
    },
  );
  return isRefused(started) && started.refusal === 'batch-exists' ? { id } : started;
}
