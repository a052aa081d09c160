import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { migrate, migratedTables, migrationNames } from './migrate.ts';
import { migratedColumns } from './migrated-columns.ts';
import { migrationFolders } from './migration-folders.ts';

/**
 * The migrations from the time when all were in one folder, in the order in which databases recorded them, with the
 * first 16 hex digits of each file's SHA-256. Databases have run these files: names and statements must never change. The
 * digests cover the comments too, so that no edit goes unnoticed.
 */
const oneFolder: readonly (readonly [name: string, sha256: string])[] = [
  ['001_sessions', 'e9147be352386d09'],
  ['002_event_store', 'f43ac6f0caa5e198'],
  ['003_runner', '61ae664b04aab182'],
  ['004_live_push', '7a4919d9ac6a8dc2'],
  ['005_repeats', '73d14a27a7d0a218'],
  ['006_followed_history', 'b408d7634bd944c1'],
  ['007_extensions', 'bbe0504c99baea4f'],
  ['008_setup', '44fcae461680586b'],
  ['009_batches', 'a28fd53fadd7a8f9'],
  ['011_secrets', '08a888e562ed24d6'],
  ['013_postback_deliveries', '05fea89fdbcc99e5'],
  ['014_postback_counts', '5c57e45d01017d9f'],
  ['015_postback_finer_counts', '73e229f3096d9006'],
  ['016_dead_letter_order', '62525756ba328414'],
  ['017_batch_crashes', 'b43cf344431e5a74'],
  ['018_access_changes', 'c2768ccde08778c6'],
  ['019_password_attempts', '8868d369b052999b'],
  ['020_usernames_by_tenant', 'a89240cb0844ac84'],
  ['021_no_live_push_attachments', '3ae1880c054722c0'],
  ['022_postback_claims', 'bb61bdce14e46e9e'],
  ['023_retention', 'a888132cccea0e91'],
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

test('migrations keep their name, content and order', () => {
  const stored = files.map(({ file, name }) => [name, sha256(readFileSync(file))]);
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

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16);

test('every table of a migrated database is found in the migrations', async () => {
  const { pool } = await testDatabase('migrated', onTestFinished);
  const { rows } = await pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'event_store') and tablename <> 'migrations'`,
  );
  const dropped = ['public.socket_io_attachments'];
  expect([...rows.map(({ name }) => name), ...dropped].sort()).toEqual(migratedTables().sort());
});

test('every column of a migrated database is found in the migrations, and no other', async () => {
  const { pool } = await testDatabase('migrated', onTestFinished);
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_schema || '.' || table_name as name, array_agg(column_name::text order by column_name) as columns
       from information_schema.columns
      where table_schema in ('public', 'event_store') and table_name <> 'migrations'
        and (table_schema, table_name) in (select schemaname, tablename from pg_tables)
      group by 1`,
  );
  const found = migratedColumns(migrationNames());
  const sorted = rows.map(({ name }) => ({ name, columns: [...(found.get(name) ?? [])].sort() }));
  expect(sorted).toEqual(rows);
  expect(migratedColumns(['014_postback_counts']).get('public.postback_counts')).toContain('day');
});
