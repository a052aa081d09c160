import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { environmentWith } from '@crm/platform/config/config.ts';
import { sampleAppend, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { appended } from '@crm/platform/event-store/contract/under-test.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { refuseOtherKey } from '@crm/platform/postgres/installation.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { backUp } from './backup.ts';
import { fullName, type Header } from './file/contents.ts';
import { readBackup } from './file/read.ts';
import { writeBackup } from './file/write.ts';
import { checkBackup, restore } from './restore.ts';
import { inLastStep } from './test/last-step.ts';
import { expectRestored } from './test/restored.ts';

const folder = scratchFolder();
const inFolder = (name: string) => path.join(folder, name);
const going = new AbortController().signal;

const source = await testDatabase();
const file = inFolder('whole.backup');
const STREAMS = 3_000;

/** Rows of all kinds: events, names, a file, a postback that waits, and a job that a process had taken. */
beforeAll(async () => {
  const store = testStore(source.url);
  const streams = Array.from({ length: STREAMS }, sampleStream);
  await Promise.all(streams.map((stream) => appended(store, sampleAppend(stream, 'none'))));
  await store.close();
  await source.everyTenant.query(`/* every tenant: a test */
    insert into event_store.reservations values ('email:ann@example.com', 'user-1');
    insert into files (id, tenant, name, type, size, expires_at)
      select gen_random_uuid(), gen_random_uuid(), E'tab\\tand\\nline', 'text/csv', 3, now();
    insert into file_chunks select tenant, id, 0, '\\x00ff5c' from files;
    insert into postback_lanes (postback, tenant)
      select md5('postback')::uuid, md5('tenant')::uuid;
    insert into postback_deliveries (id, tenant, postback, lead, event_id, event, status, max_attempts, created_at)
      select md5('delivery')::uuid, md5('tenant')::uuid, md5('postback')::uuid, md5('lead')::uuid, md5('event')::uuid,
        'lead_created', 'pending', 3, now();
    insert into postback_queue (delivery, tenant, postback, lead, due_at, enqueued_at, tries_left, telling)
      select id, tenant, postback, lead, '-infinity', now(), 3, '{}' from postback_deliveries;
    select graphile_worker.add_job('send-mail', '{"a":1}', job_key := 'mail');
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a process of the past'`);
  await backUp(source.url, file, { secretKey: TEST_SECRET_KEY, program: '1.0.0', signal: going });
});

const environmentOf = ({ url }: Pick<TestDatabase, 'url'>) => ({
  DATABASE_URL: url,
  SECRET_KEY: TEST_SECRET_KEY,
  DATA_DIR: inFolder('data'),
});
const restoreBy = (target: TestDatabase, ...more: string[]) =>
  runProgram('workers/backup/restore-main.ts', [file, ...more], environmentOf(target));

/** Rows of one table for writeBackup, as parts. */
const tableRows = (parts: readonly Buffer[], rowCount = 0) =>
  Object.assign(Readable.from(parts), { rowCount });

test('a restored database has the rows of the other, and holds its postbacks', async () => {
  const target = await testDatabase('empty', onTestFinished);
  const { code, output } = await restoreBy(target);
  expect(output).toMatch(
    /The backup is complete: [\d,]+ rows up to event 3000, .*\nRestored\. .*\n1 postbacks? waited/s,
  );
  expect(code).toBe(0);
  await expectRestored(source, target);
});

test('an embedded Postgres: restored into a new data folder, and backed up while it runs or not', async () => {
  const dataDir = inFolder('embedded');
  const environment = { DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET_KEY, DATABASE_URL: '' };
  const backup = (name: string) => runProgram('workers/backup/main.ts', [inFolder(name)], environment);
  const restored = () => runProgram('workers/backup/restore-main.ts', [file], environment);
  expect(await restored()).toMatchObject({ code: 0, output: expect.stringMatching(/\nRestored\./) });
  expect(await backup('stopped')).toMatchObject({ code: 0 });
  expect((await restored()).output).toMatch(/The database crm is not empty/);

  const running = await startEmbedded({ dataDir, log: openLog('silent') });
  const beside = await backup('running');
  const refused = await restored();
  await running.stop();
  expect(beside).toMatchObject({ code: 0 });
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\nAlready running on the data folder .*\n$/),
  });

  // Of postbacks, the one that waited has ended.
  const rowsOf = async (name: string) =>
    (await checkBackup(name, TEST_SECRET_KEY, going)).manifest.tables.flatMap(({ table, rows, sha256 }) =>
      table.startsWith('public.postback_') || table.startsWith('graphile') ? [] : [[table, rows, sha256]],
    );
  const rows = await rowsOf(file);
  expect(await rowsOf(inFolder('stopped'))).toEqual(rows);
  expect(await rowsOf(inFolder('running'))).toEqual(rows);
});

describe('a table that an administrator created beside the tables of the product', () => {
  const foreign = { schema: 'public', name: 'mails_before', columns: ['id', 'subject'] };

  test('is left out of the backup, which names it', async () => {
    await source.pool.query('create table mails_before (id serial, subject text)');
    onTestFinished(async () => void (await source.pool.query('drop table mails_before')));
    const name = inFolder('beside');
    const { code, output } = await runProgram('workers/backup/main.ts', [name], environmentOf(source));
    expect(output).toMatch(
      /^Backed up .*\nLeft out, because no migration creates them: public\.mails_before\. .*\n$/,
    );
    expect(code).toBe(0);
    const { header } = await checkBackup(name, TEST_SECRET_KEY, going);
    expect(header.tables.map(fullName)).not.toContain('public.mails_before');
    expect(header.sequences.map(fullName)).not.toContain('public.mails_before_id_seq');
  });

  test('is left out by the restore of a backup of an earlier version, which has it', async () => {
    const name = inFolder('of-an-earlier-version');
    await writeWithForeign(name);
    const target = await testDatabase('empty', onTestFinished);
    const restored = await runProgram('workers/backup/restore-main.ts', [name], environmentOf(target));
    expect(restored.output).toMatch(
      /^The backup is complete: .*\nA restore leaves out, because no migration creates them: public\.mails_before\.\nRestored\. /,
    );
    expect(restored.code).toBe(0);
    await expectRestored(source, target);
  });

  /** Writes the backup of the other tests, with one more table and its sequence. */
  async function writeWithForeign(name: string) {
    const parts = new Map<string, Buffer[]>([[fullName(foreign), [Buffer.from('1\tWelcome\n')]]]);
    for await (const entry of readBackup(file, TEST_SECRET_KEY)) {
      if (entry.kind !== 'part') continue;
      const table = fullName(entry.table);
      parts.set(table, [...(parts.get(table) ?? []), entry.bytes]);
    }
    const { header, manifest } = await checkBackup(file, TEST_SECRET_KEY, going);
    const rowCounts = new Map(manifest.tables.map(({ table, rows }) => [table, rows]));
    const sequence = { schema: 'public', name: 'mails_before_id_seq', value: '1', used: true };
    const older: Header = {
      ...header,
      tables: [...header.tables, foreign],
      sequences: [...header.sequences, sequence],
    };
    await writeBackup(name, { secretKey: TEST_SECRET_KEY, signal: going, header: older }, (table) =>
      tableRows(parts.get(fullName(table)) ?? [], rowCounts.get(fullName(table)) ?? 1),
    );
  }
});

describe('cut off', () => {
  test('no product starts on a database whose restore was killed, and the next run continues', async () => {
    const target = await testDatabase('empty', onTestFinished);
    const release = await inLastStep(target, 'perform pg_sleep(600)'); // so that it does not end before the kill
    const program = await programOf('workers/backup/restore-main.ts');
    const child = spawn(process.execPath, [program, file], {
      env: environmentWith(environmentOf(target)),
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const hasBegun = async () =>
      (await target.pool.query(`select to_regclass('public.unfinished_restore') as name`)).rows[0]?.name;
    await expect.poll(hasBegun, { interval: 1 }).not.toBe(null);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    // Its statements may still run, under its lock.
    await target.pool.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    await release();
    await continues(target);
  });

  test('it continues after a cut while rows are written', async () => {
    const target = await testDatabase('empty', onTestFinished);
    const checked = await checkBackup(file, TEST_SECRET_KEY, going);
    let entries = 0;
    const signal = Object.assign(new AbortController().signal, {
      throwIfAborted: () => {
        entries += 1;
        if (entries > 4) throw new Error('cut off');
      },
    });
    const failed = restore(target.url, file, { secretKey: TEST_SECRET_KEY, signal, checked });
    await expect(failed).rejects.toThrow('cut off');
    expect((await target.pool.query('select from event_store.events')).rowCount).toBe(0);
    await continues(target);
  });

  test('it continues after a cut in the last step, when the tables of an old backup were brought to this version', async () => {
    const target = await testDatabase('empty', onTestFinished);
    const stopCutting = await inLastStep(target, "raise 'cut off'");
    const old = path.join(import.meta.dirname, '../../e2e/api/upgrades/2026-11-21-0320.crm');
    const checked = await checkBackup(old, TEST_SECRET_KEY, going);
    const failed = restore(target.url, old, { secretKey: TEST_SECRET_KEY, signal: going, checked });
    await expect(failed).rejects.toThrow('cut off');
    await stopCutting();
    await expect(migrate(target.url)).rejects.toThrow(/has not ended: run `npm run restore`/);
    await restore(target.url, old, { secretKey: TEST_SECRET_KEY, signal: going, checked });
    expect(await migrate(target.url)).toEqual([]);
    const { rows } = await target.pool.query(
      'select max(position)::text as position from event_store.events',
    );
    expect(rows).toEqual([{ position: checked.header.position }]);
  });

  async function continues(target: TestDatabase) {
    await expect(migrate(target.url)).rejects.toThrow(/has not ended: run `npm run restore`/);
    const checked = await checkBackup(file, TEST_SECRET_KEY, going);
    await restore(target.url, file, { secretKey: TEST_SECRET_KEY, signal: going, checked });
    await expectRestored(source, target);
  }
});

describe('refused in one line, with nothing written', () => {
  const refusedBy = async (target: TestDatabase, ...more: string[]) => {
    const { code, output } = await restoreBy(target, ...more);
    expect(code).toBe(1);
    return output;
  };

  test('a database with other content', async () => {
    const target = await testDatabase('migrated', onTestFinished);
    expect(await refusedBy(target)).toMatch(
      /\nThe database \w+ is not empty \(it has .*\): restore into a new DATA_DIR/,
    );
  });

  test('a database on which the restore of another backup has not ended', async () => {
    const target = await testDatabase('empty', onTestFinished);
    await target.pool.query(
      'create table unfinished_restore as select gen_random_uuid() as backup, false as filled',
    );
    expect(await refusedBy(target)).toMatch(/The restore of another backup into this database has not ended/);
  });

  test('a database on which another process starts or restores', async () => {
    const target = await testDatabase('empty', onTestFinished);
    const holder = await target.pool.connect();
    await holder.query('select pg_advisory_lock(718301001)');
    expect(await refusedBy(target)).toMatch(/Another process starts or restores on this database/);
    holder.release(true);
  });

  test('a backup of a newer program: a migration or an event type that this one does not know', async () => {
    const newer = await testDatabase('migrated', onTestFinished);
    const backUpNewer = (name: string) =>
      backUp(newer.url, inFolder(name), { secretKey: TEST_SECRET_KEY, program: '9.0.0', signal: going });
    const check = (name: string) => checkBackup(inFolder(name), TEST_SECRET_KEY, going);
    await newer.everyTenant.query(
      `insert into event_store.events values (1, 'history', 0, gen_random_uuid(), 'SchemaUsed', 1, now(),
         '{"types":{"LeadTeleported":1}}', '{}')`,
    );
    await backUpNewer('newer-event');
    await expect(check('newer-event')).rejects.toThrow(
      /newer version of this program \(it has LeadTeleported\)/,
    );
    const { header } = await checkBackup(file, TEST_SECRET_KEY, going);
    const migrations = [...header.migrations, '999_later'];
    const options = { secretKey: TEST_SECRET_KEY, signal: going, header: { ...header, migrations } };
    await writeBackup(inFolder('newer-table'), options, () => tableRows([]));
    await expect(check('newer-table')).rejects.toThrow(/newer version of this program \(it has 999_later\)/);
    // Nor does this program back up the database of a newer one, whose tables it does not know.
    await newer.pool.query(`insert into migrations (name, run_on) values ('999_later', now())`);
    await expect(backUpNewer('by-an-older-program')).rejects.toThrow(
      /newer version of this program \(it has 999_later\): back it up with that version/,
    );
  });

  test('a backup of a database on which no product was started, or of EventStoreDB', async () => {
    const empty = await testDatabase('empty', onTestFinished);
    const backupOf = (environment: Record<string, string>) =>
      runProgram('workers/backup/main.ts', [inFolder('none')], environment);
    expect(await backupOf(environmentOf(empty))).toEqual({
      code: 1,
      output: 'There is nothing to back up: no product was started on this database\n',
    });
    expect(await backupOf({ DATA_DIR: inFolder('nothing') })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no installation in the data folder .*\n$/),
    });
    expect(await backupOf({ ...environmentOf(empty), EVENTSTORE_URL: 'esdb://127.0.0.1:1' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The events are in EventStoreDB .*docs\/backup\.md.*\n$/),
    });
    expect(existsSync(inFolder('none'))).toBe(false);
  });

  test('a backup under another SECRET_KEY than that of the installation', async () => {
    const used = await testDatabase('migrated', onTestFinished);
    const name = inFolder('other-key');
    const backup = () => runProgram('workers/backup/main.ts', [name], environmentOf(used));
    await refuseOtherKey(used.pool, 'the key of this installation');
    expect(await backup()).toEqual({
      code: 1,
      output: expect.stringMatching(/^SECRET_KEY is not the key that this database is used with: .*\n$/),
    });
    expect(readdirSync(folder).filter((each) => each.startsWith('other-key'))).toEqual([]);
    // No key is noted before the first start, and a backup notes none.
    await used.pool.query('update installation set key_check = null');
    expect(await backup()).toMatchObject({ code: 0 });
    expect((await used.pool.query('select key_check from installation')).rows).toEqual([{ key_check: null }]);
  });

  test('wrong usage, and a file that is not there', async () => {
    const target = await testDatabase('empty', onTestFinished);
    const none = await runProgram('workers/backup/restore-main.ts', [], environmentOf(target));
    expect(none).toMatchObject({ code: 1, output: expect.stringMatching(/npm run restore -- FILE/) });
    const missing = await runProgram('workers/backup/restore-main.ts', ['/nowhere/x'], environmentOf(target));
    expect(missing).toMatchObject({ code: 1, output: expect.stringMatching(/^ENOENT.*\n$/) });
    expect(await restoreBy(target, '--check')).toMatchObject({ code: 0 });
    expect((await target.pool.query(`select from pg_class where relname = 'migrations'`)).rowCount).toBe(0);
  });
});
