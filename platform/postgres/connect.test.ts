import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';
import { DatabaseUnusable } from './unusable.ts';

const superuser = new Client(inject('clusterUrl'));
await superuser.connect();
const name = `connect_${randomBytes(6).toString('hex')}`;
await superuser.query(`create role ${name} login password 'right'`);
await superuser.query(`create database ${name}`);
afterAll(async () => {
  await superuser.query(`drop database ${name} with (force)`);
  await superuser.query(`drop role ${name}`);
  await superuser.end();
});

function urlWith(change: (url: URL) => void): string {
  const url = new URL(inject('clusterUrl'));
  [url.username, url.password, url.pathname] = [name, 'right', `/${name}`];
  change(url);
  return url.href;
}

test.for<[string, (url: URL) => void, RegExp]>([
  [
    'a wrong password',
    (url) => (url.password = 'secret'),
    /cannot be used as connect_\w+ on connect_\w+ \(password authentication failed/,
  ],
  [
    'a database that does not exist',
    (url) => (url.pathname = '/nowhere'),
    /\(database "nowhere" does not exist\)/,
  ],
  ['no server at that port', (url) => (url.port = '1'), /^Postgres at \S+:1 cannot .*connect E/],
  [
    'TLS against a server without it',
    (url) => url.searchParams.set('ssl', 'true'),
    /server does not support SSL/,
  ],
  [
    'a certificate that cannot be read',
    (url) => url.searchParams.set('sslrootcert', '/nope.crt'),
    /URL cannot be used .*'\/nope.crt'/,
  ],
  [
    'a role without rights',
    () => {},
    /must own the database .*alter database "connect_\w+" owner to "connect_/,
  ],
])('%s is reported in one line without the password', async ([, change, line]) => {
  const refusal = await migrate(urlWith(change)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseUnusable);
  expect(String(refusal)).not.toMatch(/\n|secret|right@/);
  expect(refusal).toMatchObject({ message: expect.stringMatching(line) });
});
