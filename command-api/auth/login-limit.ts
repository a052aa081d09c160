import type { Pool } from 'pg';

/** Failures within the window after which an account, or an address, waits (design 8): successes never count. */
const WINDOW_MS = 15 * 60 * 1000;
const MOST_PER_ACCOUNT = 10;
const MOST_PER_ADDRESS = 50;

/** An account by its email at sign-in, by its id where the person is known already. */
const subjectsOf = (account: string, address: string) => [
  `account:${account.toLowerCase()}`,
  `address:${address}`,
];

/** Seconds until another try is let in; 0 when it is now. */
export async function secondsToWait(
  pool: Pool,
  account: string,
  address: string,
  now: Date,
): Promise<number> {
  const { rows } = await pool.query<{ window_start: Date }>(
    `select window_start from login_failures
      where subject = any($1) and window_start > $2
        and failures >= case when subject like 'account:%' then $3::int else $4::int end
      order by window_start desc limit 1`,
    [subjectsOf(account, address), new Date(now.getTime() - WINDOW_MS), MOST_PER_ACCOUNT, MOST_PER_ADDRESS],
  );
  const [row] = rows;
  return row ? Math.max(1, Math.ceil((row.window_start.getTime() + WINDOW_MS - now.getTime()) / 1000)) : 0;
}

/** Counts a failure against the account and the address; a window that ran out begins anew. */
export async function countFailure(pool: Pool, account: string, address: string, now: Date): Promise<void> {
  await pool.query(
    `insert into login_failures as f (subject, failures, window_start)
     select s, 1, $2 from unnest($1::text[]) s order by s
     on conflict (subject) do update set
       failures = case when f.window_start > $3 then f.failures + 1 else 1 end,
       window_start = case when f.window_start > $3 then f.window_start else excluded.window_start end`,
    [subjectsOf(account, address), now, new Date(now.getTime() - WINDOW_MS)],
  );
}

/** The right password: the account's failures are forgotten, the address's are not. */
export async function forgetFailures(pool: Pool, account: string): Promise<void> {
  await pool.query('delete from login_failures where subject = $1', [`account:${account.toLowerCase()}`]);
}
