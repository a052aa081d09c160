import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, RequestOrigin } from '@crm/platform/http/caller.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { networkOf } from '@crm/platform/net/network.ts';
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

/** Attempts that wait per account, network and process, while one is checked. */
const WAITING_PER_ACCOUNT = 100;
/** A slowed network has one attempt per second checked, while up to 20 wait. */
const SLOWED_BY_MS = 1_000;
const WAITING_PER_NETWORK = 20;
/** A hash takes about 30 ms of a core and 19 MiB. 500 waiting hashes take about 8 s on two cores. */
const AT_ONCE = 4;
const WAITING = 500;

/** The result of an attempt; 'undecided' when its password was not checked. */
export type PasswordCheck = { password: 'right' | 'wrong' | 'undecided'; answer: Result };

/** Runs `check`, which checks a password, within the limits of docs/access.md. */
export type Attempts = (pool: Pool, attempt: Attempt, check: () => Promise<PasswordCheck>) => Promise<Result>;

/** An attempt at the caller's own account. @throws for a caller without a session, whom no policy of these calls admits */
export function ownAttempt({ caller, origin }: { caller: Caller; origin: RequestOrigin }): Attempt {
  if (caller.kind !== 'user') throw new Error('Only a caller with a session has an own account');
  // The email is used only for attempts without a known user.
  return { user: caller.id, email: '', network: networkOf(origin.ip) };
}

/**
 * Limits every check of a password: sign-in, and changes of one's own password and email. Failures are counted in Postgres, across
 * processes; each process has its own queues.
 */
export function passwordAttempts(pause: () => Promise<void> = () => sleep(SLOWED_BY_MS)): Attempts {
  const perAccount = queuesOf({ most: WAITING_PER_ACCOUNT });
  const perNetwork = queuesOf({ most: WAITING_PER_NETWORK });
  const hashing = pLimit(AT_ONCE);

  async function inTurn(
    pool: Pool,
    counted: Counted,
    check: () => Promise<PasswordCheck>,
  ): Promise<PasswordCheck> {
    // The limit is read when the attempt's turn comes: of a thousand concurrent attempts, only as many as the limit
    // pass without delay.
    const first = await hashing(async () =>
      !counted.known && (await isSlowed(pool, counted, new Date())) ? 'slowed' : check(),
    );
    if (first !== 'slowed') return first;
    const waited = await perNetwork(counted.network, pause);
    if (waited === 'full') return { password: 'undecided', answer: tooMany(WAITING_PER_NETWORK) };
    return hashing(check);
  }

  async function limited(pool: Pool, attempt: Attempt, check: () => Promise<PasswordCheck>): Promise<Result> {
    const counted = await countedFor(pool, attempt);
    const wait = await countAttempt(pool, counted, new Date());
    if (wait !== null) return tooMany(wait);
    let password: PasswordCheck['password'] = 'undecided';
    try {
      const checked = await inTurn(pool, counted, check);
      password = checked.password;
      return checked.answer;
    } finally {
      if (password === 'right') await forgetFailures(pool, counted, attempt);
      else if (password === 'wrong') await keepFailure(pool, counted, new Date());
      else await takeBack(pool, counted);
    }
  }

  return async (pool, attempt, check) => {
    if (hashing.pendingCount >= WAITING) return tooMany(1);
    const key = `${attempt.user ?? attempt.email.toLowerCase()} ${attempt.network}`;
    const answer = await perAccount(key, () => limited(pool, attempt, check));
    return answer === 'full' ? tooMany(1) : answer;
  };
}

const tooMany = (seconds: number) => refused('too-many-logins', { retryAfter: seconds });
