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
 * The SHA-256 of each migration, in the order in which databases run them. Databases have run these files: names and
 * statements must never change. The digests cover the comments too, so that no edit goes unnoticed. A new migration gets a
 * line at the end once it is finished.
 */
const recorded = readFileSync(path.join(import.meta.dirname, 'migrations.sha256'), 'utf8')
  .trim()
  .split('\n');
/** The last migration from the time when all were in one folder. */
const LAST_OF_ONE_FOLDER = '023_retention';

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
  expect(files.map(({ file, name }) => `${sha256(readFileSync(file))}  ${name}`)).toEqual(recorded);
});

test('a database migrated from the single folder runs only the new migrations', () =>
  onNewDatabase(async (url) => {
    const then = names.indexOf(LAST_OF_ONE_FOLDER) + 1;
    await query(
      url,
      'create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
    );
    const client = new Client(url);
    await client.connect();
    for (const { file, name } of files.slice(0, then)) {
      await client.query(readFileSync(file, 'utf8'));
      await client.query('insert into migrations (name, run_on) values ($1, now())', [name]);
    }
    await client.end();
    expect(await migrate(url)).toEqual(names.slice(then));
    expect(await migrate(url)).toEqual([]);
  }));

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

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
