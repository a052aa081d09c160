import type { Log } from '../log/log.ts';
import { openPools, type Pools } from '../postgres/pools.ts';
import { STATE_MS } from './patience.ts';

/**
 * The pools of a process on a test database. They wait longer than the product for a connection, 5 s, and for a statement,
 * which waits for a lock: on a busy machine, a test would fail with a timeout.
 */
export const testPools = (url: string, log: Log): Pools =>
  openPools(url, log, { connectMs: STATE_MS, statementMs: STATE_MS });
