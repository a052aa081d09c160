import { Pool } from 'pg';
import type { Log } from '../log/log.ts';
import { reportPool } from '../metrics/pools.ts';
import { surviveLostConnections } from './lost-connections.ts';
import { columnTypes } from './types.ts';

/**
 * One pool per kind of work, so that slow lists never delay an append or a sign-in. Row-level security shows a
 * connection the rows of its `app.tenant`; `'*'` means all tenants, and unset is an error. README.md adds up the limits for
 * each kind of process.
 */
export type Pools = {
  /**
   * Data that commands store beside events: uploaded files, selections and keys of bulk calls. All tenants. Durable.
   */
  commands: Pool;
  /**
   * Batches of projections and reactions. All tenants. Commits do not wait for the disk: rows and checkpoint are lost or kept
   * together. Pipelined: the statements of a batch are sent together.
   */
  projections: Pool;
  /** Rebuilds, batches and retention, whose statements may take long: consumers never wait for them. All tenants. Pipelined. */
  background: Pool;
  /** Deliveries of postbacks: many small claims and results, always by index, independent of statistics. Durable. */
  deliveries: Pool;
  /** The queue of jobs and schedules: three connections listen, one per kind of slots; two take jobs. All tenants. */
  jobs: Pool;
  /** Reads for users, each in a transaction of its tenant (`asTenant`). Pipelined: no cursors. */
  queries: Pool;
  /** Sessions, passwords, sign-in limits, keys of personal data. All tenants, because the caller is not known yet. Durable. */
  auth: Pool;
  /** Transactions that hold locks of accounts while events are appended (platform/access). All tenants. Durable. */
  locks: Pool;
  /** Reads for /metrics, one at a time, so that a scrape delays no request. All tenants. */
  metrics: Pool;
  end: () => Promise<void>;
};

type Kind = {
  max: number;
  /** The longest time of a statement, by which the server ends it. */
  timeoutMs: number;
  /** The longest time of a statement for which a call asks (`statementMs` in transaction.ts); null without a limit. */
  longestMs?: number | null;
  set?: Record<string, string>;
  pipeline?: boolean;
};

/** Postgres closes connections of an unreachable host after 25 s; their locks, and so leadership, end with them. */
export const HOST_GONE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

const kinds = {
  // At most this many files are written at once; further uploads wait for a connection, each with at most one chunk in
  // memory.
  commands: { max: 6, timeoutMs: 10_000, set: { 'app.tenant': '*' } },
  // A process has up to thirty consumers. Each borrows one for a batch, some milliseconds; more would only idle.
  projections: {
    max: 4,
    timeoutMs: 10 * 60_000,
    pipeline: true,
    set: { 'app.tenant': '*', synchronous_commit: 'off' },
  },
  // A rebuild of the projections that read most events holds five; batches and a sweep borrow one for each statement.
  background: {
    max: 8,
    timeoutMs: 10 * 60_000,
    longestMs: null,
    pipeline: true,
    set: { 'app.tenant': '*', synchronous_commit: 'off' },
  },
  // The queue is empty when it is analysed and full when it is queried: plans are generic and never scan a whole table.
  deliveries: {
    max: 4,
    timeoutMs: 60_000,
    set: { 'app.tenant': '*', enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' },
  },
  jobs: { max: 5, timeoutMs: 10 * 60_000, set: { 'app.tenant': '*' } },
  // Many concurrent users: one core per query, and no JIT compilation for milliseconds of work.
  queries: {
    max: 8,
    timeoutMs: 15_000,
    longestMs: 30_000,
    pipeline: true,
    set: { max_parallel_workers_per_gather: '0', jit: 'off' },
  },
  auth: { max: 4, timeoutMs: 5_000, set: { 'app.tenant': '*' } },
  // Ingest uses none. A command of a signed-in caller holds one while its events are written to disk.
  locks: { max: 6, timeoutMs: 5_000, set: { 'app.tenant': '*' } },
  metrics: { max: 1, timeoutMs: 2_000, set: { 'app.tenant': '*' } },
} satisfies Record<string, Kind>;

/** Settings of Postgres for a connection, as its `options`. */
export const sessionSettings = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ');

/**
 * How much later than the server this process ends a statement. After a failover, or when the network is cut, a host
 * may be silent: its connections stay open, and TCP would wait 15 minutes for it. Then also the server's limit ends nothing.
 */
const SILENT_MS = 10_000;

/** The longest wait for a connection: a call is answered before its caller gives up. */
const CONNECT_MS = 5_000;

/**
 * Opens the pools; connections are opened on demand. Tests set other limits.
 * @param limits.statementMs every pool lets its statements take this long at least
 */
export function openPools(
  url: string,
  log: Log,
  { silentMs = SILENT_MS, connectMs = CONNECT_MS, statementMs = 0 } = {},
): Pools {
  const open = (
    name: string,
    { max, timeoutMs, longestMs = timeoutMs, set = {}, pipeline = false }: Kind,
  ) => {
    const settings = {
      statement_timeout: Math.max(timeoutMs, statementMs),
      idle_in_transaction_session_timeout: 60_000,
      ...HOST_GONE,
      ...set,
    };
    const pool = new Pool({
      connectionString: url,
      max,
      pipeline,
      types: columnTypes,
      application_name: `crm ${name}`,
      options: sessionSettings(settings),
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 5 * 60_000,
      keepAlive: true,
      // Node probes a connection that waits every second from then on, and closes it after ten.
      keepAliveInitialDelayMillis: silentMs,
      ...(longestMs !== null && { query_timeout: Math.max(longestMs, statementMs) + silentMs }),
    });
    surviveLostConnections(pool, (error) => {
      if (!pool.ending) log.warn({ err: error, pool: name }, 'A database connection was lost');
    });
    // The reads of a scrape wait for one another, which is no problem to report.
    if (name !== 'metrics') reportPool(name, pool);
    return pool;
  };
  const commands = open('commands', kinds.commands);
  const projections = open('projections', kinds.projections);
  const background = open('background', kinds.background);
  const deliveries = open('deliveries', kinds.deliveries);
  const jobs = open('jobs', kinds.jobs);
  const queries = open('queries', kinds.queries);
  const auth = open('auth', kinds.auth);
  const locks = open('locks', kinds.locks);
  const metrics = open('metrics', kinds.metrics);
  const end = async () => {
    await Promise.all(
      [commands, projections, background, deliveries, jobs, queries, auth, locks, metrics].map((pool) =>
        pool.end(),
      ),
    );
  };
  return { commands, projections, background, deliveries, jobs, queries, auth, locks, metrics, end };
}
