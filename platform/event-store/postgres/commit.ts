import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Prepared } from '../prepare.ts';
import { appendGroup, type Committed } from './append.ts';
import { failureOf, reasonOf } from './failure.ts';

const SETTLE_AFTER_MS = [50, 250, 1000];

/**
 * Commits a group and returns the outcome per append. After a lost answer it sends the same ids again, a limited number
 * of times; only then the outcome is 'unknown'.
 */
export async function commit(pool: Pool, group: readonly Prepared[]): Promise<Committed> {
  const first = await attempt(pool, group);
  let last = first;
  for (const pause of SETTLE_AFTER_MS) {
    if (last.kind === 'done') return last.committed;
    if (first.kind === 'unavailable') break;
    await sleep(pause * (0.5 + Math.random()));
    last = await attempt(pool, group);
  }
  if (last.kind === 'done') return last.committed;
  const { reason } = last;
  const kind = first.kind === 'unavailable' ? 'unavailable' : 'unknown';
  return { outcomes: group.map(() => ({ kind, reason })), at: null };
}

type Attempt =
  | { kind: 'done'; committed: Committed }
  /** Nothing was sent, or the server answered that it wrote nothing. */
  | { kind: 'unavailable'; reason: string }
  /** The request was sent; no answer arrived. */
  | { kind: 'lost'; reason: string };

async function attempt(pool: Pool, group: readonly Prepared[]): Promise<Attempt> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return { kind: 'unavailable', reason: reasonOf(error) };
  }
  try {
    const committed = await appendGroup(client, group);
    client.release();
    return { kind: 'done', committed };
  } catch (error) {
    const failure = failureOf(error);
    client.release(failure === 'lost');
    if (failure === 'bug') throw error;
    return { kind: failure === 'lost' ? 'lost' : 'unavailable', reason: reasonOf(error) };
  }
}
