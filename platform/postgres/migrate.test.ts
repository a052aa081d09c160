import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';
import { migrationFolders } from './migration-folders.ts';

/**
 * The migrations from the time when all were in one folder, in the order in which databases recorded them, with the
 * first 16 hex digits of the SHA-256 of each file's statements. Names and statements must never change; comments may.
 */
const oneFolder: readonly (readonly [name: string, sha256: string])[] = [
  ['001_sessions', '0620763963b09a89'],
  ['002_event_store', '1d013f01feb5e0ab'],
  ['003_runner', 'a864168b6a8d6328'],
  ['004_live_push', '144b9c939d0b1ae0'],
  ['005_repeats', '038efce88cf27f93'],
  ['006_followed_history', '75c19b8b721afe00'],
  ['007_extensions', '9d7103290a2c2b97'],
  ['008_setup', '47b443869ab89eec'],
  ['009_batches', 'cacd1f554b77ef42'],
  ['011_secrets', '3dce8c70023d1eea'],
  ['013_postback_deliveries', 'adabdc8c72f16682'],
  ['014_postback_counts', '6620190c4667ea75'],
  ['015_postback_finer_counts', 'ee0c2661c3734083'],
  ['016_dead_letter_order', '54c50b6ba9e4f9c4'],
  ['017_batch_crashes', '528c680f62849db6'],
  ['018_access_changes', 'dd8dd3192d3f4f34'],
  ['019_password_attempts', 'e7d5975f6f4b5b7f'],
  ['020_usernames_by_tenant', '2eb3536cf2bae3a1'],
  ['021_no_live_push_attachments', '20e6a33c06c68333'],
  ['022_postback_claims', '499b1ce3bfca9e33'],
  ['023_retention', '08d21177d2320b0d'],
];

const files = migrationFolders
  .flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)))
  .map((file) => ({ file, name: path.parse(file).name }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));
const names = files.map(({ name }) => name);

const superuser = new Client(inject('clusterUrl'));
beforeAll(() => superuser.connect());
afterAll(() => superuser.end());

/** Runs work on an empty database of the role `crm`. */
async function onNewDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await superuser.query(`create database ${name} owner crm`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  try {
    await work(url.href);
  } finally {
    await superuser.query(`drop database ${name} with (force)`);
  }
}

async function query<Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

test('runs each migration once when several processes start at the same time', () =>
  onNewDatabase(async (url) => {
    const ran = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(ran.flat()).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    // The migrations create the extensions with the rights of the database owner.
    const extensions = `select extname from pg_extension where extname <> 'plpgsql' order by 1`;
    expect(await query(url, extensions)).toEqual([{ extname: 'btree_gin' }, { extname: 'pg_trgm' }]);
    // All tables have the same row-level security policy.
    const policies = `select distinct policyname, cmd, roles::text, qual, with_check from pg_policies`;
    expect(await query(url, policies)).toHaveLength(1);
  }));

test('every migration is in a listed folder and has a unique number', () => {
  const root = path.join(import.meta.dirname, '../..');
  const all = ['platform', 'command-api', 'projections', 'workers']
    .flatMap((workspace) => readdirSync(path.join(root, workspace), { recursive: true, encoding: 'utf8' }))
    .filter((file) => file.endsWith('.sql') && !file.startsWith('node_modules'));
  expect(all.map((file) => path.parse(file).name).sort()).toEqual(names);
  const numbers = names.map((name) => /^\d{3}(?=_)/.exec(name)?.[0]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(names.length);
});

test('migrations keep their name, statements and order', () => {
  const stored = files.map(({ file, name }) => [name, sha256(statementsOf(readFileSync(file, 'utf8')))]);
  expect(stored.slice(0, oneFolder.length)).toEqual(oneFolder);
});

test('a database migrated from the single folder runs only the new migrations', () =>
  onNewDatabase(async (url) => {
    await query(
      url,
      'create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
    );
    const client = new Client(url);
    await client.connect();
    for (const { file, name } of files.slice(0, oneFolder.length)) {
      await client.query(readFileSync(file, 'utf8'));
      await client.query('insert into migrations (name, run_on) values ($1, now())', [name]);
    }
    await client.end();
    expect(await migrate(url)).toEqual(names.slice(oneFolder.length));
    expect(await migrate(url)).toEqual([]);
  }));

const statementsOf = (sql: string) => sql.replace(/--.*/g, '').replace(/\s+/g, ' ').trim();
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16);
