import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { environmentWith } from '@crm/platform/config/config.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from './backup.ts';
import { decryptFrames, encryptFrames } from './file/frames.ts';
import { checkBackup, restore } from './restore.ts';
import { inLastStep } from './test/last-step.ts';

const folder = scratchFolder();
const inFolder = (name: string) => path.join(folder, name);
const going = new AbortController().signal;

const source = await testDatabase();
const environment = {
  DATABASE_URL: source.url,
  SECRET_KEY: TEST_SECRET_KEY,
  DATA_DIR: inFolder('data'),
};
await source.everyTenant.query(`/* every tenant: a test */
  insert into postback_deliveries (id, tenant, postback, lead, event_id, event, status, max_attempts, created_at)
    select md5('delivery')::uuid, md5('tenant')::uuid, md5('postback')::uuid, md5('lead')::uuid, md5('event')::uuid,
      'lead_created', 'pending', 3, now();
  insert into postback_queue (delivery, tenant, postback, lead, due_at, enqueued_at, tries_left, telling)
    select id, tenant, postback, lead, '-infinity', now(), 3, '{}' from postback_deliveries`);
const file = inFolder('whole.backup');
await backUp(source.url, file, { secretKey: TEST_SECRET_KEY, program: '1.0.0', signal: going });

/** Holds backups of the source in the middle: at the rows of one table, behind an advisory lock. */
async function closedGate() {
  const gate = 471_101;
  const holder = await source.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [gate]);
  await holder.query(`
    create function wait_at_gate() returns boolean language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${gate}); return true; end $$;
    create policy gate on postback_queue as restrictive using (wait_at_gate())`);
  onTestFinished(async () => {
    holder.release(true);
    await source.pool.query('drop policy gate on postback_queue; drop function wait_at_gate');
  });
  const waiting = async () =>
    (
      await source.pool.query<{ pid: number }>(
        `select pid from pg_locks l join pg_database d on d.oid = l.database
          where locktype = 'advisory' and objid = $1 and not granted and datname = current_database()`,
        [gate],
      )
    ).rows;
  return {
    waiting: () => expect.poll(waiting).toHaveLength(1),
    cut: async () => source.pool.query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid]),
    open: () => holder.query('select pg_advisory_unlock($1)', [gate]),
  };
}

test('a killed backup leaves no file that could be restored, and the next one says what to remove', async () => {
  const killed = inFolder('killed.backup');
  const program = await programOf('workers/backup/main.ts');
  const gate = await closedGate();
  const child = spawn(process.execPath, [program, killed], {
    env: environmentWith(environment),
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  await gate.waiting();
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await gate.open();
  const check = (name: string) => checkBackup(name, TEST_SECRET_KEY, going);
  await expect(check(killed)).rejects.toThrow(/is empty: the command that writes it has not ended, or was/);
  await expect(check(`${killed}.partial`)).rejects.toThrow(/not complete|is empty/);

  const again = () => runProgram('workers/backup/main.ts', [killed], environment);
  for (const left of [killed, `${killed}.partial`]) {
    const { code, output } = await again();
    expect(code).toBe(1);
    expect(output).toContain(`The file ${left} is of a backup that runs or was killed`);
    rmSync(left);
  }
  expect(await again()).toMatchObject({ code: 0 });
  expect(existsSync(`${killed}.partial`)).toBe(false);
  await check(killed);
});

test('a backup whose connection is lost ends in one line and leaves no file', async () => {
  const gate = await closedGate();
  const lost = runProgram('workers/backup/main.ts', [inFolder('lost')], environment);
  await gate.waiting();
  await gate.cut();
  expect(await lost).toEqual({ code: 1, output: 'The connection to Postgres was lost: run it again\n' });
  expect(readdirSync(folder).filter((name) => name.startsWith('lost'))).toEqual([]);
});

test('a file that is cut off behind its manifest is not complete', async () => {
  // Zeros, which end a tar, fill the last frame.
  const padded = async function* () {
    yield* decryptFrames(TEST_SECRET_KEY, createReadStream(file));
    yield gzipSync(Buffer.alloc(140 * 1024), { level: 0 });
  };
  const whole = await buffer(encryptFrames(TEST_SECRET_KEY, padded()));
  writeFileSync(inFolder('padded'), whole);
  await checkBackup(inFolder('padded'), TEST_SECRET_KEY, going);
  writeFileSync(inFolder('padded-cut'), whole.subarray(0, -100));
  await expect(checkBackup(inFolder('padded-cut'), TEST_SECRET_KEY, going)).rejects.toThrow(
    /not complete at its end/,
  );
});

test('a restore whose connection is lost ends in one line, and the next run continues', async () => {
  const target = await testDatabase('empty', onTestFinished);
  const stopCutting = await inLastStep(target, 'perform pg_terminate_backend(pg_backend_pid())');
  const checked = await checkBackup(file, TEST_SECRET_KEY, going);
  const again = () => restore(target.url, file, { secretKey: TEST_SECRET_KEY, signal: going, checked });
  await expect(again()).rejects.toThrow(/^The connection to Postgres was lost: run it again$/);
  await stopCutting();
  await again();
});
