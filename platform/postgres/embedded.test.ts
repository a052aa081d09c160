import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../log/log.ts';
import { STATE_MS } from '../test/patience.ts';
import { programFrom } from '../test/program.ts';
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from './embedded.ts';
import { DataFolderInUse } from './folder-lock.ts';
import { gone, startOf } from './processes.ts';
import { postmaster, stopLeftBehind } from './server.ts';
import { DatabaseUnusable } from './unusable.ts';

const log = openLog('silent');
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

/** A stopped cluster that each test copies: making one takes a second of processor time, and as long for the disk. */
const made = path.join(mkdtempSync(path.join(tmpdir(), 'crm-embedded-')), 'data');
beforeAll(async () => {
  const postgres = await startEmbedded({ dataDir: made, log, durable: false });
  await postgres.stop();
});
afterAll(() => rmSync(path.dirname(made), { recursive: true }));

beforeEach(() => {
  // Not accessible to other accounts, like a clone below /root or in a `mktemp -d`.
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'crm-embedded-')), 'data');
  execFileSync('cp', ['-a', made, dataDir]); // keeps the owner, which Node's cpSync does not
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await gone(Number(child.pid), STATE_MS);
  }
  await stopLeftBehind(dataDir);
  rmSync(path.dirname(dataDir), { recursive: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, log });
  running.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => {}); // a server killed under an open connection
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process that runs the Postgres of the folder; resolves to the first line that it prints. */
async function otherProcess(body: string): Promise<{ child: ChildProcess; line: string }> {
  const embedded = JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'));
  const openLogFile = JSON.stringify(path.join(import.meta.dirname, '../log/log.ts'));
  const code = `
    import { startEmbedded, joinEmbedded } from ${embedded};
    import pg from 'pg';
    import { openLog } from ${openLogFile};
    const log = openLog('silent');
    const dataDir = process.argv[2]; // the same text for every folder, so that it is bundled once
    ${body}
  `;
  const child = spawn(process.execPath, [await programFrom(code), dataDir], {
    cwd: import.meta.dirname,
    detached: true, // its own process group, so that a test can send it a Ctrl-C
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [chunk] = await once(child.stdout, 'data');
  return { child, line: String(chunk).trim() };
}

const holdIt = `
  const postgres = await startEmbedded({ dataDir, log });
  console.log(postgres.pid());
  setInterval(() => {}, 1000);
`;

test('data and address stay the same after a stop and a start', async () => {
  const first = await startEmbedded({ dataDir, log });
  await query(first.url, 'create table kept as select 1 as n');
  await first.stop();
  expect(startOf(first.pid())).toBe(null);
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('is durable, has no network listener, and gives the product no superuser', async () => {
  const { url } = await start();
  const [settings] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
            current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as unbound`,
  );
  expect(settings).toEqual({ fsync: 'on', sync: 'on', addresses: '', encoding: 'UTF8', unbound: false });
  expect(statSync(path.join(dataDir, 'postgres.secrets.json')).mode & 0o777).toBe(0o600);
  expect(existsSync(path.join(dataDir, 'postgres.password'))).toBe(false);
  const guess = new URL(url);
  guess.password = 'guess';
  await expect(query(guess.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test('a second start beside a running one fails with one line', async () => {
  const { child } = await otherProcess(holdIt);
  const second = startEmbedded({ dataDir, log });
  await expect(second).rejects.toThrow(DataFolderInUse);
  // Each command prints an error of this kind without its stack.
  await expect(second).rejects.toThrow(DatabaseUnusable);
  await expect(second).rejects.toThrow(
    `Already running on the data folder ${dataDir} (process ${child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
});

test('a second process joins the running one, and leaves it running', async () => {
  const { line } = await otherProcess(holdIt);
  const joined = await joinEmbedded({ dataDir, log });
  expect(await query(joined.url, 'select current_user::text as role')).toEqual([{ role: 'crm' }]);
  await joined.stop();
  expect(startOf(Number(line))).not.toBe(null);
});

test('joining starts Postgres if none is running, and stops it again', async () => {
  const joined = await joinEmbedded({ dataDir, log });
  expect(await query(joined.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await joined.stop();
  expect(startOf(joined.pid())).toBe(null);
});

test('joining a folder without a Postgres is refused with one line, and creates nothing', async () => {
  rmSync(dataDir, { recursive: true });
  const refused = joinEmbedded({ dataDir, log });
  await expect(refused).rejects.toThrow(DatabaseUnusable);
  await expect(refused).rejects.toThrow(
    `There is no installation in the data folder ${dataDir}: use the DATA_DIR or DATABASE_URL of the product. npm start creates a new installation`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('stops a Postgres that a killed run left running, without data loss', async () => {
  const { child, line } = await otherProcess(`
    const postgres = await startEmbedded({ dataDir, log });
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query('create table kept as select 1 as n');
    console.log(postgres.pid());
    setInterval(() => {}, 1000);
  `);
  const left = Number(line);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(startOf(left)).not.toBe(null);
  const { url, pid } = await start();
  expect(startOf(left)).toBe(null);
  expect(pid()).not.toBe(left);
  expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('recovers after both processes were killed', async () => {
  const { child, line } = await otherProcess(holdIt);
  child.kill('SIGKILL');
  process.kill(Number(line), 'SIGKILL');
  await Promise.all([once(child, 'exit'), gone(Number(line), STATE_MS)]);
  const { url } = await start();
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('Ctrl-C does not reach Postgres before the product has drained', async () => {
  const { child } = await otherProcess(`
    const postgres = await startEmbedded({ dataDir, log });
    process.on('SIGINT', async () => {
      await new Promise((done) => setTimeout(done, 300));
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query('create table drained as select 1 as n');
      await client.end();
      await postgres.stop();
      process.exit(0);
    });
    console.log(postgres.pid());
    setInterval(() => {}, 1000);
  `);
  process.kill(-Number(child.pid), 'SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(0);
  const { url } = await start();
  expect(await query(url, 'select n from drained')).toEqual([{ n: 1 }]);
});

test('takes over a lock and a pid file whose process id now belongs to another program', async () => {
  const first = await startEmbedded({ dataDir, log });
  await first.stop();
  writeFileSync(path.join(dataDir, 'lock.json'), JSON.stringify({ pid: process.ppid, start: 'long ago' }));
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, `${process.ppid}\n${path.join(dataDir, 'postgres')}\n1\n5432\n`);
  const { url } = await start();
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(JSON.parse(readFileSync(path.join(dataDir, 'lock.json'), 'utf8')).pid).toBe(process.pid);
});

test('takes over an incomplete lock file', async () => {
  writeFileSync(path.join(dataDir, 'lock.json'), '{"pid": 1');
  const { url } = await start();
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a start that fails after the server is up leaves no server running', async () => {
  const secrets = path.join(dataDir, 'postgres.secrets.json');
  writeFileSync(secrets, JSON.stringify({ superuser: 'wrong', app: 'wrong' }));
  await expect(start()).rejects.toThrow(/password authentication failed/);
  await sleep(500); // a server that ended would be started again within this time
  expect(postmaster(dataDir)).toBeNull();
});

test('recreates a partial cluster of a killed start', async () => {
  rmSync(dataDir, { recursive: true });
  mkdirSync(path.join(dataDir, 'postgres.new', 'base'), { recursive: true });
  const { url } = await start();
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('restarts Postgres when it is killed under the running product', async () => {
  const { url, pid } = await start();
  await query(url, 'create table kept as select 1 as n');
  const killed = pid();
  process.kill(killed, 'SIGKILL');
  await vi.waitUntil(() => pid() !== killed);
  expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
});
