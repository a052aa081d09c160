import { Pool } from 'pg';
import type { Log } from '../../log/log.ts';
import { outageLog } from '../../log/outage.ts';
import { reportPool } from '../../metrics/pools.ts';
import { surviveLostConnections } from '../../postgres/lost-connections.ts';
import { columnTypes } from '../../postgres/types.ts';
import type { EventStore } from '../port.ts';
import { prepare } from '../prepare.ts';
import { appendedBy } from './appended.ts';
import { commit } from './commit.ts';
import { openCommitSignal } from './commit-signal.ts';
import { follow } from './follow.ts';
import { groupCommit } from './group-commit.ts';
import { existing, readAll, readBackwards, readHead, readStream, readStreams, readTime } from './read.ts';
import { sharedTail } from './tail.ts';

/** The longest wait for a connection, in milliseconds: a call is answered before its caller gives up. */
const CONNECT_MS = 3_000;

/**
 * The event store on Postgres; needs the schema `event_store` of migration 002. It connects at the first use: an
 * unavailable store shows in outcomes and in the log, not here.
 */
export function openPostgresEventStore(url: string, log: Log | null, connectMs = CONNECT_MS): EventStore {
  const writes = poolOf(url, connectMs, 'event store writes', 2);
  const reads = poolOf(url, connectMs, 'event store reads', 8);
  const newest = sharedTail((options) => readAll(reads, options));
  const commits = openCommitSignal(url, newest.mayBeBehind, newest.forgetAll);
  const closed = new AbortController();
  const logOutage = outageLog(log, 'Events cannot be appended');

  const groups = groupCommit(async (group) => {
    const { outcomes, at } = await commit(writes, group);
    const [first] = outcomes;
    const appended = appendedBy(group, outcomes, at);
    if (appended) newest.append(appended);
    else newest.mayBeBehind(); // a repeated append, or one without an answer, may have written before
    if (first?.kind === 'unavailable' || first?.kind === 'unknown') {
      logOutage({ appends: group.length, reason: first.reason, outcome: first.kind });
    } else {
      // First the callers of these appends go on: they answer, and know the keys of the events.
      setImmediate(commits.committed);
    }
    return outcomes;
  });

  return {
    async append(append) {
      const prepared = prepare(append);
      if ('kind' in prepared) return prepared;
      if (closed.signal.aborted) return { kind: 'unavailable', reason: 'This process is shutting down' };
      return groups.append(prepared);
    },
    existing: (streams) => existing(reads, streams),
    readStream: (stream, { from = 0, limit } = {}) => readStream(reads, stream, from, limit ?? null),
    readStreams: (parts) => readStreams(reads, parts),
    readBackwards: (stream, { before, limit }) => readBackwards(reads, stream, before, limit),
    async readAll(options) {
      const { events, upTo } = await readAll(reads, options);
      return { events, upTo };
    },
    head: () => readHead(reads),
    timeOf: (position, tenant) => readTime(reads, position, tenant),
    follow: ({ signal, ...options }) =>
      follow(newest.read, commits, log, {
        ...options,
        signal: AbortSignal.any([signal, closed.signal]),
      }),
    async close() {
      closed.abort();
      await groups.drained();
      await Promise.all([writes.end(), reads.end(), commits.close()]);
    },
  };
}

function poolOf(url: string, connectMs: number, name: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: connectMs,
    statement_timeout: 8_000, // shorter than query_timeout, so that the server reports the timeout
    query_timeout: 10_000,
    idleTimeoutMillis: 5 * 60_000,
    keepAlive: true,
    types: columnTypes,
    options: '-c synchronous_commit=on',
  });
  reportPool(name, pool);
  surviveLostConnections(pool);
  return pool;
}
