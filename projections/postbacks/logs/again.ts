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
import { answerBatch, type NewBatch, readBatch, startBatch } from '@crm/platform/batches/start.ts';
import { actorOf, commandIdOf } from '@crm/platform/commands/envelope.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { type SessionPolicy, tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { rangeEnd, rangeStart } from '../../days.ts';
import type { QueryDeclaration } from '../../query.ts';
import { countsOf, sumOf } from './counts.ts';
import { type AskedLogs, askedLogs } from './filters.ts';

/**
 * Sends failed deliveries again in a batch, with progress, cancel and a record in the store. The count is the one that
 * the log shows for the same filters.
 */
export const retry: QueryDeclaration = ({ pool, store }) =>
  route(retryPostback, tenantAdmins, async (input): Promise<Result> => {
    const { params, body, caller } = input;
    const { logId = null, filters = {} } = body;
    const status = 'failed';
    const found = await asTenant(pool, caller.tenant, async (db) => {
      const logs = await askedLogs(db, caller.tenant, params.id, { ...filters, status });
      if (logId === null) return { logs, count: sumOf(await countsOf(db, logs), 'n') };
      const { rowCount } = await db.query(
        'select from postback_deliveries where tenant = $1 and id = $2 and postback = $3 and status = $4',
        [caller.tenant, logId, params.id, status],
      );
      return { logs, count: rowCount ?? 0 };
    });
    const refusal = await whyNot(store, caller.tenant, params.id);
    if (refusal) return refused(refusal);
    const { tooWide } = found.logs;
    if (logId === null && tooWide !== undefined)
      return refused('postback-search-too-wide', { message: tooWide });
    // With a filter for another status, no failed delivery matches.
    const count = filters.status && filters.status !== status ? 0 : found.count;
    if (body.dryRun || count === 0) {
      if (logId !== null && count === 0) return refused('postback-log-not-failed');
      return { kind: 'done', data: { count } };
    }
    return started(store, input, {
      kind: POSTBACK_RETRY,
      title: count === 1 ? 'Retry a delivery' : `Retry ${count} failed deliveries`,
      total: count,
      task: { postback: params.id, logId, ...taskOf(found.logs) } satisfies PostbackRetryTask,
    }).then((result) => (result.kind === 'done' ? { ...result, data: { ...result.data, count } } : result));
  });

/** Sends past events to a postback in a batch; `dryRun` only counts them. */
export const backfill: QueryDeclaration = ({ store, stopping }) =>
  route(backfillPostback, tenantAdmins, async (input): Promise<Result> => {
    const { params, body, caller } = input;
    const { startDate, endDate, perSecond, dryRun } = body;
    const refusal = await whyNot(store, caller.tenant, params.id);
    if (refusal) return refused(refusal);
    const from = rangeStart(startDate).toISOString();
    const before = rangeEnd(endDate).toISOString();
    const batch = {
      kind: POSTBACK_BACKFILL,
      title: dryRun ? 'Count what a backfill would send' : 'Send history to a postback',
      total: null,
      task: { postback: params.id, from, before, perSecond, dryRun } satisfies PostbackBackfillTask,
    };
    if (!dryRun) return started(store, input, batch);
    return answerBatch({ store, stopping }, newBatch(input, batch), (_, state) => ({
      kind: 'done',
      data: { batch: state },
    }));
  });

/** The refusal for a postback that does not exist or is off: deliveries to a disabled one would only be suppressed. */
async function whyNot(store: EventStore, tenant: TenantId, id: string) {
  const history = await load(store, postbacks.types, postbackStream(PostbackId.parse(id)));
  const postback = fold(postbacks.decider, history.events);
  if (history.tenant !== tenant || postback.phase !== 'present') return 'postback-not-found';
  return postback.isActive ? null : 'postback-off';
}

type RetryInput = Omit<Input<typeof retryPostback, SessionPolicy>, 'body'> & {
  body: unknown;
  caller: SignedInCaller;
};
type BatchPlan = Pick<NewBatch, 'kind' | 'title' | 'total' | 'task'>;

function newBatch(
  { params, body, caller, idempotencyKey, origin, guard }: RetryInput,
  plan: BatchPlan,
): NewBatch {
  const commandId = commandIdOf({
    caller: caller.id,
    call: `${plan.kind} ${params.id}`,
    key: idempotencyKey,
    body,
  });
  const { tenant } = caller;
  return {
    ...plan,
    id: derivedId(commandId.id, 'batch'),
    tenant,
    actor: actorOf(caller),
    origin,
    guard,
    commandId,
  };
}

/** Returns when the batch is recorded and does not wait for its end, which may take hours. */
async function started(store: EventStore, input: RetryInput, plan: BatchPlan) {
  const startedBatch = await startBatch({ store }, newBatch(input, plan));
  if (isRefused(startedBatch)) return startedBatch;
  const batch = await readBatch(store, input.caller.tenant, startedBatch.id);
  if (!batch) throw new Error(`Batch ${startedBatch.id} was started and is not there`);
  return { kind: 'done' as const, status: 202 as const, data: { batch }, position: startedBatch.position };
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
