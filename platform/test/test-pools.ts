import type { Log } from '../log/log.ts';
import { openPools, type Pools } from '../postgres/pools.ts';
import { STATE_MS } from './patience.ts';

/**
 * The pools of a process on a test database. They wait longer for a connection than the product's 5 s: on a busy machine,
 * opening one takes that long, and a test would fail with a timeout.
 */
export const testPools = (url: string, log: Log): Pools => openPools(url, log, { connectMs: STATE_MS });
