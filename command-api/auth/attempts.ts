import { setTimeout as sleep } from 'node:timers/promises';
import { type Result, refused } from '@crm/platform/http/result.ts';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import {
  type Attempt,
  type Counted,
  countAttempt,
  countedFor,
  forgetFailures,
  isSlowed,
  keepFailure,
  takeBack,
} from './failures.ts';
import { queuesOf } from './queues.ts';

/** Of one account and process, one attempt at a time is judged; so many wait. */
const WAITING_PER_ACCOUNT = 100;
/** Of a slowed network one attempt is judged each second; so many wait. */
const SLOWED_BY_MS = 1_000;
const WAITING_PER_NETWORK = 20;
/** Hashing takes some 30 ms of a core and 19 MiB each. Waiting for it: about 8 s on two cores. */
const AT_ONCE = 4;
const WAITING = 500;

/** What became of an attempt; 'undecided' when its password was not checked. */
export type Judged = { password: 'right' | 'wrong' | 'undecided'; answer: Result };

/** Runs what checks a password under the limits of docs/access.md. */
export type Attempts = (pool: Pool, attempt: Attempt, judge: () => Promise<Judged>) => Promise<Result>;

/**
 * The one way to every check of a password: signing in and changing the own password. Failures are counted in Postgres,
 * across processes; the queues are this process's.
 */
export function passwordAttempts(pause: () => Promise<void> = () => sleep(SLOWED_BY_MS)): Attempts {
  const perAccount = queuesOf({ most: WAITING_PER_ACCOUNT });
  const perNetwork = queuesOf({ most: WAITING_PER_NETWORK });
  const hashing = pLimit(AT_ONCE);

  async function inTurn(pool: Pool, counted: Counted, judge: () => Promise<Judged>): Promise<Judged> {
    // Asked only when it is its turn: of a thousand that arrive at once, no more than the limit pass unslowed.
    const first = await hashing(async () =>
      !counted.known && (await isSlowed(pool, counted, new Date())) ? 'slowed' : judge(),
    );
    if (first !== 'slowed') return first;
    const waited = await perNetwork(counted.network, pause);
    if (waited === 'full') return { password: 'undecided', answer: tooMany(WAITING_PER_NETWORK) };
    return hashing(judge);
  }

  async function judged(pool: Pool, attempt: Attempt, judge: () => Promise<Judged>): Promise<Result> {
    const counted = await countedFor(pool, attempt);
    const wait = await countAttempt(pool, counted, new Date());
    if (wait !== null) return tooMany(wait);
    let password: Judged['password'] = 'undecided';
    try {
      const came = await inTurn(pool, counted, judge);
      password = came.password;
      return came.answer;
    } finally {
      if (password === 'right') await forgetFailures(pool, counted, attempt);
      else if (password === 'wrong') await keepFailure(pool, counted, new Date());
      else await takeBack(pool, counted);
    }
  }

  return async (pool, attempt, judge) => {
    if (hashing.pendingCount >= WAITING) return tooMany(1);
    const key = `${attempt.user ?? attempt.email.toLowerCase()} ${attempt.network}`;
    const answer = await perAccount(key, () => judged(pool, attempt, judge));
    return answer === 'full' ? tooMany(1) : answer;
  };
}

const tooMany = (seconds: number) => refused('too-many-logins', { retryAfter: seconds });
