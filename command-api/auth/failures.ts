import type { UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';

/** Length of a window; it begins with its first failure. */
const WINDOW_MS = 15 * 60 * 1000;
const MOST_PER_ACCOUNT = 10;
const MOST_PER_NETWORK = 50;
/**
 * Time that a network stays known after the user's last sign-in from it. Only a user's most recent networks are kept.
 */
const KNOWN_FOR = '90 days';
const MOST_KNOWN = 20;

/** An attempt to check a password. `user` is null when no user has the email. */
export type Attempt = { user: UserId | null; email: string; network: string };

/** The subjects that an attempt is counted for. */
export type Counted = { account: string; own: string; network: string; known: boolean };

/** Finds the subjects that limit an attempt: a known network has its own count (docs/access.md). */
export async function countedFor(pool: Pool, { user, email, network }: Attempt): Promise<Counted> {
  const account = `account:${user ?? email.toLowerCase()}`;
  const { rows } = await pool.query(
    `select from known_networks where user_id = $1 and network = $2 and last_used > now() - $3::interval`,
    [user, network, KNOWN_FOR],
  );
  const known = rows.length > 0;
  return {
    account,
    own: known ? `${account} network:${network}` : account,
    network: `network:${network}`,
    known,
  };
}

/**
 * Counts an attempt as failed before it is checked, so that concurrent processes cannot exceed the limit.
 * @returns null when it may be checked, or the seconds until the window ends
 */
export async function countAttempt(
  pool: Pool,
  { own }: Pick<Counted, 'own'>,
  now: Date,
): Promise<number | null> {
  const { rows } = await pool.query(`${COUNT} where not (${RUNNING}) or f.failures < $4 returning 1`, [
    own,
    now,
    windowBefore(now),
    MOST_PER_ACCOUNT,
  ]);
  if (rows.length > 0) return null;
  const { rows: full } = await pool.query<{ window_start: Date }>(
    'select window_start from login_failures where subject = $1',
    [own],
  );
  const ends = (full[0]?.window_start ?? now).getTime() + WINDOW_MS;
  return Math.max(1, Math.ceil((ends - now.getTime()) / 1000));
}

/**
 * Whether a window of the row `f` runs at the time $2; $3 is a window's length before. One that begins more than a window
 * later was counted by a clock that was ahead, which would lock the account until then.
 */
const RUNNING = `f.window_start > $3::timestamptz
  and f.window_start < $2::timestamptz + ($2::timestamptz - $3::timestamptz)`;

/** Adds one failure to a subject; an expired window begins again. */
const COUNT = `
  insert into login_failures as f (subject, failures, window_start) values ($1, 1, $2)
  on conflict (subject) do update set
    failures = case when ${RUNNING} then f.failures + 1 else 1 end,
    window_start = case when ${RUNNING} then f.window_start else excluded.window_start end`;

const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW_MS);

/** Whether the network has so many failures that its attempts are slowed down. */
export async function isSlowed(pool: Pool, { network }: Counted, now: Date): Promise<boolean> {
  const { rows } = await pool.query(
    `select from login_failures f where subject = $1 and ${RUNNING} and failures >= $4`,
    [network, now, windowBefore(now), MOST_PER_NETWORK],
  );
  return rows.length > 0;
}

/** After a wrong password: the attempt stays counted for the account, and now also counts for the network. */
export async function keepFailure(pool: Pool, { network }: Counted, now: Date): Promise<void> {
  await pool.query(COUNT, [network, now, windowBefore(now)]);
}

/** The attempt does not count: its password was not checked, or its link was right. */
export async function takeBack(pool: Pool, { own }: Pick<Counted, 'own'>): Promise<void> {
  await pool.query('update login_failures set failures = failures - 1 where subject = $1 and failures > 0', [
    own,
  ]);
}

/** After a correct password: deletes the account's failures, and makes the network known. */
export async function forgetFailures(
  pool: Pool,
  { account, own }: Counted,
  { user, network }: Attempt,
): Promise<void> {
  await pool.query('delete from login_failures where subject in ($1, $2)', [account, own]);
  if (user === null) return;
  await pool.query(
    `insert into known_networks (user_id, network) values ($1, $2)
     on conflict (user_id, network) do update set last_used = now()`,
    [user, network],
  );
  await pool.query(
    `delete from known_networks where (user_id, network) in (
       select user_id, network from known_networks where user_id = $1 order by last_used desc offset $2)`,
    [user, MOST_KNOWN],
  );
}
