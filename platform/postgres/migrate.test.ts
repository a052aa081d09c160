import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';

const files = readdirSync(path.join(import.meta.dirname, 'migrations')).sort();

test('of several processes that start at once one migrates, each migration once', async () => {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  const superuser = new Client(inject('clusterUrl'));
  await superuser.connect();
  await superuser.query(`create database ${name} owner crm`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  const extensions = new URL(inject('clusterUrl'));
  extensions.pathname = `/${name}`;
  const owner = new Client(extensions.href);
  await owner.connect();
  await owner.query('create extension pg_trgm; create extension btree_gin');
  await owner.end();
  try {
    const ran = await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
    expect(ran.flat().sort()).toEqual(files.map((file) => path.parse(file).name));
    expect(await migrate(url.href)).toEqual([]);
  } finally {
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.end();
  }
});
