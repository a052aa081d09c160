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
  try {
    const ran = await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
    expect(ran.flat().sort()).toEqual(files.map((file) => path.parse(file).name));
    expect(await migrate(url.href)).toEqual([]);
    // Of a database that only its owner has touched.
    const owner = new Client(url.href);
    await owner.connect();
    const { rows } = await owner.query(
      `select extname from pg_extension where extname <> 'plpgsql' order by 1`,
    );
    await owner.end();
    expect(rows.map(({ extname }) => extname)).toEqual(['btree_gin', 'pg_trgm']);
  } finally {
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.end();
  }
});
