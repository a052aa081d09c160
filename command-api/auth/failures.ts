import type { UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';

/** Failures are counted within a window that begins with the first of them. */
const WINDOW_MS = 15 * 60 * 1000;
const MOST_PER_ACCOUNT = 10;
const MOST_PER_NETWORK = 50;
/** A network is known for so long after the user's last sign-in from it; the most recent ones of a user are kept. */
const KNOWN_FOR = '90 days';
const MOST_KNOWN = 20;

/** Who tries a password, from where: the user's id, or the email where no user has it. */
export type Attempt = { user: UserId | null; email: string; network: string };

/** What an attempt is counted for. */
export type Counted = { account: string; own: string; network: string; known: boolean };

/** Tells by whose failures an attempt is limited: a known network has a count of its own (docs/access.md). */
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
 * Counts an attempt as failed before it is judged, so that no two processes judge the last one.
 * @returns null when it may be judged, or the seconds until one may
 */
export async function countAttempt(pool: Pool, { own }: Counted, now: Date): Promise<number | null> {
  const { rows } = await pool.query(`${COUNT} where f.window_start <= $3 or f.failures < $4 returning 1`, [
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

/** Adds one to a subject; a window that ran out begins anew. */
const COUNT = `
  insert into login_failures as f (subject, failures, window_start) values ($1, 1, $2)
  on conflict (subject) do update set
    failures = case when f.window_start > $3 then f.failures + 1 else 1 end,
    window_start = case when f.window_start > $3 then f.window_start else excluded.window_start end`;

const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW_MS);

/** Whether so many attempts failed from the network that its next ones are slowed down. */
export async function isSlowed(pool: Pool, { network }: Counted, now: Date): Promise<boolean> {
  const { rows } = await pool.query(
    'select from login_failures where subject = $1 and window_start > $2 and failures >= $3',
    [network, windowBefore(now), MOST_PER_NETWORK],
  );
  return rows.length > 0;
}

/** The password was wrong: the attempt stays counted for the account, and counts for the network. */
export async function keepFailure(pool: Pool, { network }: Counted, now: Date): Promise<void> {
  await pool.query(COUNT, [network, now, windowBefore(now)]);
}

/** The attempt was not judged: it does not count. */
export async function takeBack(pool: Pool, { own }: Counted): Promise<void> {
  await pool.query('update login_failures set failures = failures - 1 where subject = $1 and failures > 0', [
    own,
  ]);
}

/** The password was right: the account's failures are forgotten, and the network is known from now on. */
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
