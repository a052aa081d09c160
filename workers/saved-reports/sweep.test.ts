import { randomUUID } from 'node:crypto';
import { enqueue } from '@crm/platform/jobs/enqueue.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { MAIL_REPORT } from './mail-report.ts';
import { sweepMailings } from './sweep.ts';

const db = await testDatabase();
const { pools, forJobs } = poolsAndStore(db);

/** A due time of a report with its job, which has used so many attempts. @returns reads its state after a sweep */
async function due(attempts: number, lockedBy: string | null) {
  const [tenant, report, dueAt] = [randomUUID(), randomUUID(), new Date().toISOString()];
  const mailing = { tenant, report, dueAt, day: dueAt.slice(0, 10) };
  const key = `${report} ${dueAt}`;
  await inTransaction(pools.commands, async (tx) => {
    await tx.query('insert into report_mailings (tenant, report, due_at, day) values ($1, $2, $3, $4)', [
      tenant,
      report,
      dueAt,
      mailing.day,
    ]);
    await enqueue(tx, MAIL_REPORT, mailing, { key });
  });
  await db.pool.query(
    `update graphile_worker._private_jobs set attempts = $2, locked_by = $3::text, locked_at = case when $3 is null then null else now() end
      where key = $1`,
    [`${MAIL_REPORT.name} ${key}`, attempts, lockedBy],
  );
  return async () => {
    const read = await db.everyTenant.query<{ state: string; problem: string | null }>(
      'select state, problem from report_mailings where tenant = $1 and report = $2',
      [tenant, report],
    );
    return read.rows[0];
  };
}

test('a due report whose last attempt was interrupted ends as failed; those that run or are tried again stay', async () => {
  const interrupted = await due(MAIL_REPORT.attempts, null);
  const others = [await due(MAIL_REPORT.attempts, 'a worker'), await due(1, null), await due(0, null)];
  await sweepMailings.run(forJobs);
  expect(await interrupted()).toEqual({ state: 'failed', problem: 'The last attempt was interrupted' });
  for (const state of others) expect(await state()).toEqual({ state: 'making', problem: null });
});
