import type { Pagination } from '@crm/contracts/answer.ts';
import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { SessionPolicy } from '@crm/platform/http/policy.ts';
import type { Refused } from '@crm/platform/http/result.ts';
import { type Input, type Route, route } from '@crm/platform/http/route.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { asTenant, type Db, keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import type { Progress } from '@crm/platform/runner/progress.ts';

/** What queries stand on. */
type QueryDeps = { pool: Pools['queries']; store: EventStore; waitFor: Progress['waitFor'] };

/** A query declares; `deps` come when the read side is opened. */
export type QueryDeclaration = (deps: QueryDeps) => Route;

type Asked<E extends Endpoint> = Input<E, SessionPolicy>;

/** The answer's data as the contract has it, and for a paged call on which page it stands. */
type Answer<E extends Endpoint> =
  | { kind: 'answer'; data: Answered<E>; pagination?: E extends { paged: true } ? Pagination : never }
  | Refused;

export type Query<E extends Endpoint> = {
  endpoint: E;
  policy: SessionPolicy;
  /** The projections whose views its SQL names: what it waits for. */
  reads: readonly string[];
  /** It also keeps what it found: its transaction may write. */
  keeps?: true;
  /** Runs in one transaction that sees the caller's tenant alone; the store is for what is read from a stream. */
  run: (asked: Asked<E>, db: Db, store: EventStore) => Promise<Answer<E>>;
};

/** How long a read waits for the caller's own last command before it answers with what there is. */
const WAIT_MS = 2_000;

/**
 * One call that reads (shape: 'query'): contract, policy and SQL. It first waits until the read models have reached
 * the position that the caller has seen; when they do not in time, the answer is marked stale.
 */
export function query<E extends Endpoint>({
  endpoint,
  policy,
  reads,
  keeps,
  run,
}: Query<E>): QueryDeclaration {
  return ({ pool, store, waitFor }) =>
    route(endpoint, policy, async (input: Input<E, SessionPolicy>) => {
      const { minPosition, caller } = input;
      // A query without projections waits for nothing, so that it confirms no position: the caller's may be made up.
      const seen =
        minPosition && reads.length > 0 && (await waitFor(reads, minPosition, { timeoutMs: WAIT_MS }));
      const answer = await (keeps ? keepAsTenant : asTenant)(pool, caller.tenant, (db) =>
        run(input, db, store),
      );
      if (answer.kind === 'refused') return answer;
      const { data, pagination } = answer;
      return {
        kind: 'done',
        data,
        ...(pagination && { pagination }),
        ...(seen === 'fresh' && { position: minPosition }),
        ...(seen === 'stale' && { stale: true }),
      };
    });
}
