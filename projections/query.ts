import type { Pagination } from '@crm/contracts/answer.ts';
import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import { type EventStore, laterOf, type Position } from '@crm/platform/event-store/port.ts';
import type { Caller } from '@crm/platform/http/caller.ts';
import type { PublicPolicy, SessionPolicy } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result } from '@crm/platform/http/result.ts';
import { type Input, type Route, route } from '@crm/platform/http/route.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { asTenant, type Db, keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import type { WaitForGiven } from '@crm/platform/runner/progress.ts';

/** Dependencies of every query. */
export type QueryDeps = {
  pool: Pools['queries'];
  store: EventStore;
  waitFor: WaitForGiven;
  /** Aborts when the process stops: calls that wait for a batch are answered. */
  stopping: AbortSignal;
  /** Refuses while one of these read models is being built: its tables may be missing, or of another version. */
  refuseUnbuilt: (names: readonly string[]) => Refused | null;
};

/** A declared query. It gets its dependencies, and what else it needs, when the read side is opened (read-side.ts). */
export type QueryDeclaration<Needs = unknown> = (deps: QueryDeps & Needs) => Route;

/** A public query sees the rows of the installation, such as its plans. */
type QueryPolicy = SessionPolicy | PublicPolicy;

/**
 * The response data of the contract, and the pagination of a paged call. With a `position`, the caller's next reads wait for it:
 * for an answer that reports effects which other read models may not show yet, such as those of an ended batch.
 */
type Answer<E extends Endpoint> =
  | {
      kind: 'answer';
      data: Answered<E>;
      /** A notice about the data, for example that rows are missing. */
      message?: string | undefined;
      pagination?: E extends { paged: true } ? Pagination : never;
      position?: Position | null;
    }
  | Refused;

/** The dependencies of a query beside its transaction: streams, and those that it declares itself. */
type Sources<Needs> = Pick<QueryDeps, 'store'> & Needs;

export type Query<E extends Endpoint, P extends QueryPolicy, Needs> = {
  endpoint: E;
  policy: P;
  /** The projections whose views the query reads; it waits for them. */
  reads: readonly string[];
  /** The transaction may also write, to store the result. */
  keeps?: true;
  /** The longest time of a statement, if not that of page reads (platform/postgres/pools.ts). */
  statementMs?: number;
  /** Starts to load what the user will probably ask for next; the answer does not wait for it. */
  preloads?: (needs: Needs, tenant: TenantId) => void;
  /** Runs in one transaction that sees the rows of one tenant, or of all for super admins. */
  run: (input: Input<E, P>, db: Db, sources: Sources<Needs>) => Promise<Answer<E>>;
};

/** Maximum time that a read waits for the caller's own last write. */
const WAIT_MS = 2_000;

/**
 * Waits until these read models have reached the position that the caller has seen. Refuses while one of them is built.
 * @returns 'stale' if they do not reach it in time; null if there is nothing to wait for
 */
export async function waitForOwnWrite(
  { waitFor, refuseUnbuilt }: Pick<QueryDeps, 'waitFor' | 'refuseUnbuilt'>,
  reads: readonly string[],
  minPosition: Position | null,
): Promise<'fresh' | 'stale' | 'other-history' | null | Refused> {
  const refusal = refuseUnbuilt(reads);
  if (refusal) return refusal;
  // A query without projections waits for nothing and so confirms no position: the caller's may be invalid.
  if (!minPosition || reads.length === 0) return null;
  return waitFor(reads, minPosition, { timeoutMs: WAIT_MS });
}

/** For calls that are more than one query: waits like waitForOwnWrite, then answers; marked stale if the wait timed out. */
export async function afterOwnWrite(
  deps: Pick<QueryDeps, 'waitFor' | 'refuseUnbuilt'>,
  reads: readonly string[],
  minPosition: Position | null,
  answer: () => Promise<Result>,
): Promise<Result> {
  const seen = await waitForOwnWrite(deps, reads, minPosition);
  if (isRefused(seen)) return seen;
  const result = await answer();
  return seen === 'stale' && result.kind !== 'unsuccessful' ? { ...result, stale: true } : result;
}

/**
 * Declares a read call: contract, policy and SQL. It first waits until the read models have reached the position that the
 * caller has seen; if they do not in time, the answer is marked stale. An answer confirms no position of another history.
 */
export function query<E extends Endpoint, P extends QueryPolicy, Needs = unknown>({
  endpoint,
  policy,
  reads,
  keeps,
  statementMs,
  preloads,
  run,
}: Query<E, P, Needs>): QueryDeclaration<Needs> {
  return (deps) => {
    const { pool } = deps;
    return route(endpoint, policy, async (input: Input<E, P>) => {
      const { minPosition } = input;
      const caller: Caller = input.caller;
      const seen = await waitForOwnWrite(deps, reads, minPosition);
      if (isRefused(seen)) return seen;
      const answer = await (keeps ? keepAsTenant : asTenant)(
        pool,
        visibleTenant(policy, caller),
        (db) => run(input, db, deps),
        statementMs,
      );
      if (answer.kind === 'refused') return seen === 'stale' ? { ...answer, stale: true } : answer;
      if (caller.kind === 'user') preloads?.(deps, caller.tenant);
      const { data, message, pagination, position = null } = answer;
      return {
        kind: 'done',
        data,
        ...(message !== undefined && { message }),
        ...(pagination && { pagination }),
        ...(seen !== 'stale' && { position: laterOf(seen === 'fresh' ? minPosition : null, position) }),
        ...(seen === 'stale' && { stale: true }),
      };
    });
  };
}

/** The tenant whose rows a query sees under row-level security; '*' for a super admin's query over every tenant. */
function visibleTenant(policy: QueryPolicy, caller: Caller): TenantId | '*' {
  if (caller.kind !== 'user') return PLATFORM_TENANT;
  return policy.credential === 'session' && policy.scope === 'all' ? '*' : caller.tenant;
}
