import path from 'node:path';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from './backup.ts';

test('columns that an administrator added to a table of the product are left out by a restore, by name', async () => {
  const folder = scratchFolder();
  const file = path.join(folder, 'with-columns.backup');
  const source = await testDatabase();
  const stored = `select id, name, size from files order by id`;
  await source.everyTenant.query(`/* every tenant: a test */
    insert into files (id, tenant, name, type, size, expires_at)
      select gen_random_uuid(), gen_random_uuid(), E'tab\\tand\\nline', 'text/csv', 3, now() from generate_series(1, 3);
    alter table files add column "Kept by" text not null default E'a\\tb', add column tags int[] default '{1,2}';
    alter table event_store.events add column seen boolean`);
  const signal = new AbortController().signal;
  await backUp(source.url, file, { secretKey: TEST_SECRET_KEY, program: '1.0.0', signal });

  const settings = { SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: path.join(folder, 'data') };
  const check = await runProgram('workers/backup/restore-main.ts', [file, '--check'], settings);
  expect(check.output).toMatch(
    /\nA restore leaves out, because no migration creates them: the columns event_store\.events\.seen, public\.files\.Kept by, public\.files\.tags\.\n$/,
  );
  expect(check.code).toBe(0);

  const target = await testDatabase('empty', onTestFinished);
  const { code, output } = await runProgram('workers/backup/restore-main.ts', [file], {
    DATABASE_URL: target.url,
    ...settings,
  });
  expect(output).toMatch(
    /\nRestored\. .*\nLeft out, because no migration creates them: the columns event_store\.events\.seen, public\.files\.Kept by, public\.files\.tags\.\n$/,
  );
  expect(code).toBe(0);
  const { rows } = await target.everyTenant.query(`/* every tenant: a test */ ${stored}`);
  expect(rows).toEqual((await source.everyTenant.query(`/* every tenant: a test */ ${stored}`)).rows);
  const { rowCount } = await target.pool.query(
    `select from information_schema.columns where column_name in ('Kept by', 'tags', 'seen') and table_name in ('files', 'events')`,
  );
  expect(rowCount).toBe(0);
});
