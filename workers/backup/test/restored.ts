import { migrate } from '@crm/platform/postgres/migrate.ts';
import type { TestDatabase } from '@crm/platform/test/database.ts';
import { expect } from 'vitest';

/** The number of rows and a hash of each table that two databases must have in common. */
async function contentOf({ everyTenant }: TestDatabase) {
  const { rows } = await everyTenant.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'event_store') and c.relkind = 'r' and c.relname not in ('migrations')
        and c.relname !~ '^postback_' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: hashes } = await everyTenant.query(
      `/* every tenant: a test */ select count(*)::int, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    );
    content[name] = hashes[0];
  }
  return content;
}

/** All that a restore of a backup of `source` (restore.test.ts) must have done. */
export async function expectRestored(source: TestDatabase, target: TestDatabase): Promise<void> {
  expect(await contentOf(target)).toEqual(await contentOf(source));
  const { rows } = await target.everyTenant.query(
    `/* every tenant: a test */
     select d.status, d.reason, l.sent::int, c.n::int as counted, (select count(*)::int from postback_queue) as waiting,
       (select count(*)::int from graphile_worker.jobs where locked_by is not null) as taken,
       (select payload ->> 'a' from graphile_worker._private_jobs where key = 'mail') as payload
     from postback_deliveries d join postback_lanes l using (postback) join postback_counts c using (postback, status)`,
  );
  expect(rows).toEqual([
    {
      status: 'failed',
      reason: 'Restored from a backup, maybe sent since: retry sends it',
      sent: 1,
      counted: 1,
      waiting: 0,
      taken: 0,
      payload: '1',
    },
  ]);
  // Row-level security and triggers are on again, and sequences go on.
  const { rows: off } = await target.everyTenant.query(
    `select (select count(*)::int from pg_class where relrowsecurity and not relforcerowsecurity
              and relnamespace <> 'graphile_worker'::regnamespace) as unforced,
            (select count(*)::int from pg_trigger where tgenabled = 'D') as disabled`,
  );
  expect(off).toEqual([{ unforced: 0, disabled: 0 }]);
  const sequences = `select schemaname, sequencename, last_value from pg_sequences
    where sequencename <> 'migrations_id_seq' order by 1, 2`;
  expect((await target.pool.query(sequences)).rows).toEqual((await source.pool.query(sequences)).rows);
  expect(await migrate(target.url)).toEqual([]);
}
