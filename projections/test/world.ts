import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pagination } from '@crm/contracts/answer.ts';
import type { Answered, Endpoint, Sent } from '@crm/contracts/endpoint.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import type { EventMeta, Role } from '@crm/events/envelope/envelope.ts';
import { PLATFORM_TENANT, TenantId, UserId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { userDirectory } from '@crm/platform/access/user-directory.ts';
import { type Position, START } from '@crm/platform/event-store/port.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { checkInput } from '@crm/platform/http/check-input.ts';
import { refusedBy } from '@crm/platform/http/policy.ts';
import type { Route } from '@crm/platform/http/route.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { createProgress, type WaitForGiven, waitForGiven } from '@crm/platform/runner/progress.ts';
import { run } from '@crm/platform/runner/run.ts';
import { stopOfLoops } from '@crm/platform/shutdown/stop.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { queries } from '../app.ts';
import { startProjections } from '../generations/start.ts';
import { openLeadBlocks } from '../leads/blocks.ts';
import { projections } from '../projections.ts';

const noRenewal = { paymentAddress: null, instructions: null, chatGroup: null };

/** An event of any aggregate, in its newest version unless it names another. */
export type AnyEvent = { type: string; data: unknown; version?: number };
type TestInput<E extends Endpoint> = {
  [P in 'params' | 'query' | 'body' as E extends { [K in P]: object } ? P : never]?: Sent<E, P>;
} & { minPosition?: string };

/** Opens the whole read side on a test database, with the user directory: tests append events and run queries. */
export async function openWorld(url: string, publish: (pushes: readonly Push[]) => void = () => {}) {
  const log = openLog('silent');
  const pools = testPools(url, log);
  const store = testStore(url);
  const stop = stopOfLoops();
  const options = {
    pool: pools.projections,
    leadership: openLeadership(url, log),
    store,
    progress: createProgress(pools.projections),
    log,
    signal: stop.signal,
  };
  await register(options.pool, userDirectory.name, userDirectory.version, START);
  const directory = run(userDirectory, options);
  const running = await startProjections(projections, { ...options, publish });
  const preloaded: TenantId[] = [];
  /** How long a query waits for a position. The product's limit would make answers stale on a busy machine. */
  const patience = { ms: STATE_MS };
  const given = waitForGiven(running, store);
  const waitFor: WaitForGiven = (names, position) => given(names, position, { timeoutMs: patience.ms });
  const deps = {
    pool: pools.queries,
    store,
    readBlocks: openLeadBlocks(),
    preloadReports: (tenant: TenantId) => void preloaded.push(tenant),
    waitFor,
    forgetLookup: () => {},
    stopping: stop.signal,
    refuseUnbuilt: () => null,
    supportEmail: null,
    checkout: { key: '', isTest: true },
    renewal: noRenewal,
  };
  const routes = queries.map((declare) => declare(deps));
  let last: Position = START;

  const revisions = new Map<string, number>();
  let saidAt = 0;

  /**
   * Appends events to a stream as a command would; counts the revisions itself. Each append is in a later millisecond than
   * those that had ended before: equal times are ordered by id.
   */
  async function say(
    stream: string,
    tenant: TenantId,
    events: readonly AnyEvent[],
    by: Partial<EventMeta> = {},
  ) {
    while (Date.now() <= saidAt) await sleep(1);
    const at = revisions.get(stream) ?? -1;
    const meta = testMeta(tenant, by);
    const outcome = await store.append({
      stream,
      expected: at < 0 ? 'none' : at,
      events: events.map((event) => ({
        id: randomUUID(),
        version: knownVersions[event.type] ?? 1,
        ...event,
        meta,
      })),
    });
    if (outcome.kind !== 'appended') throw new Error(`not appended: ${JSON.stringify(outcome)}`);
    saidAt = Date.now();
    revisions.set(stream, outcome.revision);
    if (outcome.position > last) last = outcome.position;
    return outcome.position;
  }

  /** Waits until every appended event is in every read model and the user directory. */
  async function caughtUp() {
    const names = [userDirectory, ...projections].map(({ name }) => name);
    const outcome = await running.waitFor(names, last, { timeoutMs: STATE_MS });
    if (outcome === 'stale') throw new Error('the projections did not catch up');
  }

  const routeOf = (endpoint: Endpoint): Route => {
    const found = routes.find((route) => route.endpoint === endpoint);
    if (!found) throw new Error(`${endpoint.path} is not among the queries`);
    return found;
  };

  /** Runs a query as a caller and returns the raw result. Without a position it waits for every appended event. */
  async function result<E extends Endpoint>(endpoint: E, caller: SignedInCaller, input: TestInput<E>) {
    const { policy, run } = routeOf(endpoint);
    const refusal = policy.credential === 'session' && refusedBy(policy, caller);
    if (refusal) return { kind: 'refused' as const, refusal };
    const raw = { params: undefined, query: {}, body: undefined, ...input };
    const checked = checkInput(endpoint, raw);
    if (checked.kind === 'bad') throw new Error(`bad input: ${JSON.stringify(checked.errors)}`);
    return run({
      caller,
      origin: { ip: '127.0.0.1', userAgent: null, referer: null },
      guard: (append) => append(),
      // Casts as in mountRoutes: checkInput has parsed them.
      params: checked.params as undefined,
      query: checked.query as undefined,
      body: checked.body as undefined,
      idempotencyKey: null,
      file: null,
      token: null,
      minPosition: (input.minPosition ?? last) as Position,
      signal: () => new AbortController().signal,
    });
  }

  /** Runs a query as a caller and checks that the answer matches its contract exactly. */
  async function ask<E extends Endpoint>(
    endpoint: E,
    caller: SignedInCaller,
    input: TestInput<E>,
  ): Promise<{ data: Answered<E>; pagination: Pagination | null }> {
    const answer = await result(endpoint, caller, input);
    if (answer.kind === 'refused') throw new Error(`refused: ${answer.refusal}`);
    if (answer.kind !== 'done') throw new Error(`answered with ${answer.kind}`);
    const parsed = endpoint.data.parse(answer.data);
    if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(answer.data))) {
      throw new Error(`${endpoint.path} answers what its contract does not know`);
    }
    if ((endpoint.paged === true) !== (answer.pagination !== undefined)) {
      throw new Error(`${endpoint.path}: pagination is not as its contract says`);
    }
    // A cast: the contract's own schema has parsed it.
    return { data: parsed as Answered<E>, pagination: answer.pagination ?? null };
  }

  /** The refusal of a call; throws if the call is answered. */
  async function refusal<E extends Endpoint>(
    endpoint: E,
    caller: SignedInCaller,
    input: TestInput<E>,
  ): Promise<Refusal> {
    const answer = await result(endpoint, caller, input);
    if (answer.kind !== 'refused') throw new Error('it was answered');
    return answer.refusal;
  }

  async function close() {
    stop.abort();
    await Promise.all([running.stopped, directory]);
    await store.close();
    await pools.end();
  }

  /** Waits until the user directory shows the users up to a position. */
  const accountsShown = (upTo: Position) =>
    running.waitFor([userDirectory.name], upTo, { timeoutMs: STATE_MS });

  return {
    ...{ pools, store, say, caughtUp, accountsShown, result, ask, refusal, preloaded, patience, close },
    start: START,
  };
}

/** Sorts object keys, so that two values can be compared as text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]));
}

export const newTenant = () => TenantId.parse(randomUUID());

/** A caller with a role. */
export function callerOf(role: Role, tenant: TenantId, more: Partial<SignedInCaller> = {}): SignedInCaller {
  return {
    kind: 'user',
    id: UserId.parse(randomUUID()),
    tenant: role === 'super_admin' ? PLATFORM_TENANT : tenant,
    name: `The ${role}`,
    role,
    seesAllLeads: role === 'admin',
    sessionId: 'test',
    position: null,
    ...more,
  };
}
