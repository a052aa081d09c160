import type { Received } from '@crm/contracts/endpoint.ts';
import { backfillPostback, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PostbackId, type TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import {
  POSTBACK_BACKFILL,
  POSTBACK_RETRY,
  type PostbackBackfillTask,
  type PostbackRetryTask,
} from '@crm/events/postbacks/batches.ts';
import { postbackStream } from '@crm/events/streams.ts';
import {
  answerBatch,
  type NewBatch,
  type RefusedStart,
  readBatch,
  startBatch,
} from '@crm/platform/batches/start.ts';
import { commandIdOf, sentBy } from '@crm/platform/commands/envelope.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { type SessionPolicy, tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { rangeEnd, rangeStart } from '../../days.ts';
import { afterOwnWrite, type QueryDeclaration, type QueryDeps } from '../../query.ts';
import { countsOf, sumOf } from './counts.ts';
import { type AskedLogs, askedLogs, LOG_READS } from './filters.ts';

/**
 * Sends failed deliveries again in a batch, with progress, cancel and a record in the store. The count is the one that
 * the log shows for the same filters.
 */
export const retry: QueryDeclaration = (deps) =>
  route(retryPostback, tenantAdmins, (input) =>
    afterOwnWrite(deps, LOG_READS, input.minPosition, () => retried(deps, input)),
  );

async function retried(
  { pool, store }: QueryDeps,
  input: Input<typeof retryPostback, typeof tenantAdmins>,
): Promise<Result> {
  const { params, body, caller } = input;
  const { logId = null } = body;
  const { logs, count } = await failedOf(pool, caller.tenant, params.id, body);
  const refusal =
    (await whyNot(store, caller.tenant, params.id)) ?? (logId === null ? tooWide(logs) : notFailed(count));
  const answer: Result = refusal ?? { kind: 'done', data: { count } };
  if (body.dryRun) return answer;
  const call = callOf(input, POSTBACK_RETRY);
  if (refusal || count === 0) return unlessStarted(store, call, answer);
  return retryStarted(store, {
    ...call,
    kind: POSTBACK_RETRY,
    title: count === 1 ? 'Retry a delivery' : `Retry ${count} failed deliveries`,
    total: count,
    task: { postback: params.id, logId, ...taskOf(logs) } satisfies PostbackRetryTask,
  });
}

/** Sends past events to a postback in a batch; `dryRun` only counts them. */
export const backfill: QueryDeclaration = ({ store, stopping }) =>
  route(backfillPostback, tenantAdmins, async (input): Promise<Result> => {
    const { params, body, caller } = input;
    const { startDate, endDate, perSecond, dryRun } = body;
    const from = rangeStart(startDate).toISOString();
    const before = rangeEnd(endDate).toISOString();
    const refusal = await whyNot(store, caller.tenant, params.id);
    const start = {
      kind: POSTBACK_BACKFILL,
      title: dryRun ? 'Count what a backfill would send' : 'Send history to a postback',
      total: null,
      task: { postback: params.id, from, before, perSecond, dryRun } satisfies PostbackBackfillTask,
    };
    const batch = { ...callOf(input, POSTBACK_BACKFILL), ...(refusal ? { refusal } : start) };
    if (!dryRun) return started(store, batch);
    return answerBatch({ store, stopping }, batch, (_, state) => ({ kind: 'done', data: { batch: state } }));
  });

/** The failed deliveries that a retry is about, and their number. With a filter for another status, none. */
function failedOf(
  pool: Pool,
  tenant: TenantId,
  postback: string,
  { logId, filters = {} }: Received<typeof retryPostback, 'body'>,
): Promise<{ logs: AskedLogs; count: number }> {
  const status = 'failed';
  return asTenant(pool, tenant, async (db) => {
    const logs = await askedLogs(db, tenant, postback, { ...filters, status });
    if (filters.status && filters.status !== status) return { logs, count: 0 };
    if (logId === undefined) return { logs, count: sumOf(await countsOf(db, logs), 'n') };
    const { rowCount } = await db.query(
      'select from postback_deliveries where tenant = $1 and id = $2 and postback = $3 and status = $4',
      [tenant, logId, postback, status],
    );
    return { logs, count: rowCount ?? 0 };
  });
}

const tooWide = ({ tooWide: message }: AskedLogs) =>
  message === undefined ? null : refused('postback-search-too-wide', { message });

const notFailed = (count: number) => (count === 0 ? refused('postback-log-not-failed') : null);

/** The refusal for a postback that does not exist or is off: deliveries to a disabled one would only be suppressed. */
async function whyNot(store: EventStore, tenant: TenantId, id: string) {
  const history = await load(store, postbacks.types, postbackStream(PostbackId.parse(id)));
  const postback = fold(postbacks.decider, history.events);
  if (history.tenant !== tenant || postback.phase !== 'present') return refused('postback-not-found');
  return postback.isActive ? null : refused('postback-off');
}

type BatchInput = Pick<
  Input<typeof retryPostback | typeof backfillPostback, SessionPolicy>,
  'params' | 'body' | 'caller' | 'idempotencyKey' | 'origin' | 'guard'
>;

/** The id and command id of a batch, derived from its call. A repeat under the same Idempotency-Key has the same ones. */
function callOf({ params, body, caller, idempotencyKey, origin, guard }: BatchInput, kind: string) {
  const commandId = commandIdOf({
    caller: caller.id,
    call: `${kind} ${params.id}`,
    key: idempotencyKey,
    body,
  });
  return { id: derivedId(commandId.id, 'batch'), ...sentBy({ caller, origin, guard }), commandId };
}

/**
 * Answers a retry that can start no batch now. The repeat of a call that started one gets that batch: it may have sent
 * the deliveries already, or the postback was switched off after it.
 * @param answer for any other call
 */
async function unlessStarted(store: EventStore, call: ReturnType<typeof callOf>, answer: Result) {
  if (!call.commandId.keyed) return answer;
  const refusal = isRefused(answer) ? answer : refused('postback-log-not-failed');
  const earlier = await retryStarted(store, { ...call, refusal });
  return earlier === refusal ? answer : earlier;
}

/** Starts a retry, or finds the one that the same call started. Its count is that of the start. */
async function retryStarted(store: EventStore, batch: NewBatch | RefusedStart): Promise<Result> {
  const result = await started(store, batch);
  if (isRefused(result)) return result;
  const { data } = result;
  return { ...result, data: { ...data, count: data.batch.total ?? 0 } };
}

/** Returns when the batch is recorded and does not wait for its end, which may take hours. */
async function started(store: EventStore, batch: NewBatch | RefusedStart) {
  const startedBatch = await startBatch({ store }, batch);
  if (isRefused(startedBatch)) return startedBatch;
  const { id, position } = startedBatch;
  const current = await readBatch(store, batch.tenant, id);
  if (!current) throw new Error(`Batch ${id} was started and is not there`);
  return { kind: 'done' as const, status: 202 as const, data: { batch: current }, position };
}

/** The filters as stored in the batch: with the found leads, and without deliveries newer than now. */
function taskOf({ event, response, from, before, leads }: AskedLogs) {
  const now = new Date();
  return {
    event,
    response,
    from: from?.toISOString() ?? null,
    before: (before && before < now ? before : now).toISOString(),
    leads,
  };
}
