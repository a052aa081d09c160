import { Pool } from 'pg';
import type { Log } from '../log/log.ts';
import { columnTypes } from './types.ts';

/**
 * One pool for each kind of work, so that slow lists never keep an append or a sign-in waiting. Row-level security
 * shows a connection the rows of its `app.tenant`; `'*'` is every tenant, and unset is an error.
 */
export type Pools = {
  /** What commands keep beside events: files that come in, selections and keys of bulk calls. Every tenant. Durable. */
  commands: Pool;
  /** Projections and reactions. Every tenant; without waiting for the disk, since rows and checkpoint are lost or kept together. */
  projections: Pool;
  /** Deliveries of postbacks: claims and results, small and many, each by its index whatever the statistics say. Durable. */
  deliveries: Pool;
  /** The queue of jobs and schedules: one connection listens, the others take jobs. Every tenant. */
  jobs: Pool;
  /** Reads for people, each in a transaction of its tenant: see `asTenant`. Pipelined: no cursors. */
  queries: Pool;
  /** Sessions, passwords, sign-in limits. Every tenant: who asks is not known yet. Durable. */
  auth: Pool;
  /** Transactions that hold locks of accounts while events are appended (platform/access). Every tenant. Durable. */
  locks: Pool;
  end: () => Promise<void>;
};

type Kind = { max: number; timeoutMs: number; set?: Record<string, string>; pipeline?: boolean };

/** Postgres closes the connections of a host that is gone after 25 s; its locks, and so its leadership, end with them. */
const HOST_GONE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

const kinds = {
  // As many files are written at once; further uploads wait for a connection, each with at most one chunk in memory.
  commands: { max: 6, timeoutMs: 10_000, set: { 'app.tenant': '*' } },
  projections: { max: 15, timeoutMs: 10 * 60_000, set: { 'app.tenant': '*', synchronous_commit: 'off' } },
  // A queue is empty when it is analysed and full when it is asked: plans are made once, and never of a whole table.
  deliveries: {
    max: 4,
    timeoutMs: 60_000,
    set: { 'app.tenant': '*', enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' },
  },
  jobs: { max: 3, timeoutMs: 10 * 60_000, set: { 'app.tenant': '*' } },
  // Many people ask at once: one core to each, and nothing compiled for milliseconds of work.
  queries: {
    max: 8,
    timeoutMs: 15_000,
    pipeline: true,
    set: { max_parallel_workers_per_gather: '0', jit: 'off' },
  },
  auth: { max: 4, timeoutMs: 5_000, set: { 'app.tenant': '*' } },
  // Ingest takes none. A command of a signed-in caller holds one while its events are made durable.
  locks: { max: 6, timeoutMs: 5_000, set: { 'app.tenant': '*' } },
} satisfies Record<string, Kind>;

/** Opens the pools; connections are made when they are needed. */
export function openPools(url: string, log: Log): Pools {
  const open = (name: string, { max, timeoutMs, set = {}, pipeline = false }: Kind) => {
    const settings = {
      statement_timeout: timeoutMs,
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
      options: Object.entries(settings)
        .map(([key, value]) => `-c ${key}=${value}`)
        .join(' '),
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 5 * 60_000,
      keepAlive: true,
    });
    // An idle connection was cut; the pool opens another one when it is needed.
    pool.on('error', (error) => {
      if (!pool.ending) log.warn({ err: error, pool: name }, 'A database connection was lost');
    });
    // One that is cut at work, between two queries of a transaction too: the next query tells, and nobody else needs to.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const commands = open('commands', kinds.commands);
  const projections = open('projections', kinds.projections);
  const deliveries = open('deliveries', kinds.deliveries);
  const jobs = open('jobs', kinds.jobs);
  const queries = open('queries', kinds.queries);
  const auth = open('auth', kinds.auth);
  const locks = open('locks', kinds.locks);
  const end = async () => {
    await Promise.all(
      [commands, projections, deliveries, jobs, queries, auth, locks].map((pool) => pool.end()),
    );
  };
  return { commands, projections, deliveries, jobs, queries, auth, locks, end };
}
