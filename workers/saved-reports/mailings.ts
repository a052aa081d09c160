import type { Pool } from 'pg';
import { z } from 'zod';

/** One due time of a saved report: a row of report_mailings. `day` is the day of the tenant's time zone. */
export const Mailing = z.object({
  tenant: z.string(),
  report: z.string(),
  dueAt: z.string(),
  day: z.string(),
});
export type Mailing = z.infer<typeof Mailing>;

/** Whether the report was not sent yet. By the primary key. */
export async function isWaiting(pool: Pool, { tenant, report, dueAt }: Mailing): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from report_mailings where tenant = $1 and report = $2 and due_at = $3 and state = 'making'`,
    [tenant, report, dueAt],
  );
  return rowCount === 1;
}

/** How a mailing ended. `position`: that of the report in the mail. */
type MailingResult = { state: 'mailed'; position: string } | { state: 'failed'; problem: string };

/**
 * Records the result, unless an attempt has recorded one before: the answer to its commit may have been lost. Locks the row,
 * so that of two attempts only one enqueues mails. By the primary key.
 * @returns whether it was recorded
 */
export async function endMailing(
  db: Pick<Pool, 'query'>,
  { tenant, report, dueAt }: Mailing,
  result: MailingResult,
): Promise<boolean> {
  const position = result.state === 'mailed' ? result.position : null;
  const problem = result.state === 'failed' ? result.problem : null;
  const { rowCount } = await db.query(
    `update report_mailings set state = $4, position = $5, problem = $6
      where tenant = $1 and report = $2 and due_at = $3 and state = 'making'`,
    [tenant, report, dueAt, result.state, position, problem],
  );
  return rowCount === 1;
}
