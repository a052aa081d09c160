import { randomUUID } from 'node:crypto';
import type { ReportSchedule } from '@crm/events/saved-reports/events.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { DueReport } from './due-report.ts';
import { MAIL_REPORT, mailReport } from './mail-report.ts';

const db = await testDatabase();
const { pools, forJobs } = poolsAndStore(db);
// The columns of the read models that a report without leads reads.
await db.pool.query(`
  create table tenants (id uuid, tenant uuid, settings jsonb);
  create table offers (id uuid, tenant uuid, name text);
  create table users (id uuid, tenant uuid, full_name text);
  create table lead_columns (tenant uuid, block int, version int, stored_in int, first_at int, last_at int);
  insert into checkpoints (name, generation, state, version, position) values ('leads', 1, 'live', 1, '')`);

const schedule: ReportSchedule = {
  ...{ rhythm: { every: 'day' }, hour: 9, format: 'csv', toOwner: true, recipients: [] },
};
const scheduled: DueReport = {
  ...{ name: 'Of each day', schedule, organisation: 'Acme' },
  content: { type: 'leads', filters: {}, period: { kind: 'relative', preset: 'yesterday' } },
  ...{ owner: randomUUID(), owner_name: 'Ann', email: 'ann@example.com' },
  ...{ role: 'admin', is_active: true, can_see_all_leads: true },
};

/** Adds a due time of the report. @returns runs its last attempt with a pool, and reads what became of it */
async function due() {
  const mailing = { tenant: randomUUID(), report: randomUUID(), dueAt: '2026-02-03T09:00:00.000Z' };
  const { tenant, report } = mailing;
  await pools.commands.query(
    'insert into report_mailings (tenant, report, due_at) values ($1, $2, $3)',
    Object.values(mailing),
  );
  const published: string[] = [];
  const job = mailReport('http://crm.test', ({ about }) => void published.push(about));
  const context = { ...forJobs, attempt: MAIL_REPORT.attempts };
  return {
    report,
    run: (commands: Pool) =>
      job.run({ ...mailing, day: '2026-02-03' }, { ...context, pools: { ...pools, commands } }),
    end: (state: string) =>
      db.everyTenant.query('update report_mailings set state = $2 where report = $1', [report, state]),
    async result() {
      const mailings = await db.everyTenant.query(
        'select state, problem from report_mailings where tenant = $1',
        [tenant],
      );
      const mails = await db.everyTenant.query('select recipient from mails where about = $1', [report]);
      return { mailing: mailings.rows, mails: mails.rows, published };
    },
  };
}

/** The pool of commands, which finds the report due; its read model is not built here. */
const finding = (onFound: () => Promise<unknown> = async () => {}): Pool =>
  Object.assign(Object.create(pools.commands), {
    async query(text: string, values: unknown[]) {
      if (!text.includes('from saved_reports')) return pools.commands.query(text, values);
      await onFound();
      return { rows: [scheduled] };
    },
  });

/** The same, which loses the answer to the commit of a transaction with mails. */
function losingAnswers(): Pool {
  const connect = async () => {
    const client = await pools.commands.connect();
    let hasMails = false;
    const query = async (text: unknown, values: unknown[]) => {
      hasMails ||= String(text).includes('insert into mails');
      const answer = await client.query(String(text), values);
      if (text === 'commit' && hasMails) throw new Error('Connection terminated unexpectedly');
      return answer;
    };
    return Object.assign(Object.create(client), { query });
  };
  return Object.assign(finding(), { connect });
}

const mails = [{ recipient: 'ann@example.com' }];

test('a last attempt whose commit succeeded and whose answer was lost stays recorded as mailed', async () => {
  const { run, result } = await due();
  await expect(run(losingAnswers())).rejects.toThrow('Connection terminated');
  expect(await result()).toEqual({ mailing: [{ state: 'mailed', problem: null }], mails, published: [] });
});

test('an attempt mails nothing when another one has ended the due time meanwhile', async () => {
  const { run, end, result } = await due();
  await run(finding(() => end('failed')));
  expect(await result()).toMatchObject({ mailing: [{ state: 'failed' }], mails: [] });
});

test('a due report is mailed once, and its owner hears of it', async () => {
  const { report, run, result } = await due();
  await run(finding());
  await run(finding());
  const mailed = { mailing: [{ state: 'mailed', problem: null }], mails, published: [report] };
  expect(await result()).toEqual(mailed);
});
