import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { STATE_MS } from '../test/patience.ts';
import { openPostgresCheck } from './postgres.ts';

const superuser = new Client(inject('clusterUrl'));
await superuser.connect();
const name = `health_${randomBytes(6).toString('hex')}`;
await superuser.query(`create database ${name}`);
afterAll(async () => {
  await superuser.query(`drop database ${name} with (force)`);
  await superuser.end();
});

const url = new URL(inject('clusterUrl'));
url.pathname = `/${name}`;

async function checked() {
  const { check, close } = openPostgresCheck(url.href, STATE_MS);
  const found = await check();
  await close();
  return found;
}

test('is unavailable while the server can write no file, or is read-only', async () => {
  expect(await checked()).toEqual({ kind: 'ok' });
  // Like a full disk: the server refuses each temporary file.
  await superuser.query(`alter database ${name} set temp_file_limit = 0`);
  expect(await checked()).toEqual({ kind: 'unavailable', reason: expect.stringMatching(/^temporary file/) });
  await superuser.query(`alter database ${name} reset temp_file_limit`);
  expect(await checked()).toEqual({ kind: 'ok' });
  await superuser.query(`alter database ${name} set default_transaction_read_only = on`);
  expect(await checked()).toEqual({ kind: 'unavailable', reason: expect.stringMatching(/^It is read-only/) });
});

test('is degraded while its clock differs from this machine', async () => {
  await superuser.query(`alter database ${name} reset default_transaction_read_only`);
  for (const [by, reason] of [
    [600_000, /^Its clock is \d+ s behind this machine's: set one of them$/],
    [-600_000, /^Its clock is \d+ s ahead of this machine's: set one of them$/],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
    const found = await checked();
    vi.useRealTimers();
    expect(found).toEqual({ kind: 'degraded', reason: expect.stringMatching(reason) });
  }
});
