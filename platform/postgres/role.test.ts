import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';
import { RoleUnusable } from './role.ts';

const superuser = new Client(inject('clusterUrl'));
await superuser.connect();
const name = `role_${randomBytes(6).toString('hex')}`;
const plain = `plain_${name}`;
await superuser.query(`create role ${name} login bypassrls password 'x'`);
await superuser.query(`create role ${plain} login password 'x' in role ${name}`);
await superuser.query(`create database ${name} owner ${name}`);
afterAll(async () => {
  await superuser.query(`drop database ${name} with (force)`);
  await superuser.query(`drop role ${plain}, ${name}`);
  await superuser.end();
});

/** The URL of a role on the database of this file; the superuser for null. */
function urlOf(role: string | null): string {
  const url = new URL(inject('clusterUrl'));
  if (role !== null) [url.username, url.password] = [role, 'x'];
  url.pathname = `/${name}`;
  return url.href;
}

async function tables(): Promise<number> {
  const client = new Client(urlOf(null));
  await client.connect();
  const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public'`);
  await client.end();
  return rowCount ?? 0;
}

test('a superuser is refused before anything is written, with the SQL that creates a role and a database', async () => {
  const refusal = await migrate(urlOf(null)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RoleUnusable);
  expect(refusal).toMatchObject({
    message: expect.stringMatching(
      /^The database role postgres is a superuser: [^\n]*create role crm login password '…'; create database crm owner crm encoding 'UTF8';[^\n]*DATABASE_URL[^\n]*$/,
    ),
  });
  expect(await tables()).toBe(0);
});

test('a role with BYPASSRLS is refused, with the SQL that removes it, and then accepted', async () => {
  const refusal = await migrate(urlOf(name)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RoleUnusable);
  const sql = `alter role "${name}" nosuperuser nobypassrls;`;
  expect(refusal).toMatchObject({ message: expect.stringContaining(`has BYPASSRLS: `) });
  expect(refusal).toMatchObject({ message: expect.stringContaining(sql) });
  expect(await tables()).toBe(0);

  // A member of such a role is accepted: these rights are not inherited.
  await superuser.query(`alter database ${name} owner to ${plain}`);
  expect(await migrate(urlOf(plain))).not.toEqual([]);
  await superuser.query(`alter role ${name} nobypassrls`);
  expect(await migrate(urlOf(plain))).toEqual([]);
});
