import { login } from '@crm/contracts/auth/auth.ts';
import { readConfig } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { stopper } from '@crm/platform/shutdown/stop.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSystem } from '../../system.ts';
import { DEMO_PASSWORD } from './calls.ts';
import { leadForm, operatorForm } from './samples.ts';

const database = await testDatabase();
const port = await freePort();
const log = openLog('silent');
let stopping = stopper(log);
afterAll(() => stopping.stop('the test is over'));

function start() {
  stopping = stopper(log);
  const read = readConfig({
    ...{ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, PORT: String(port) },
    ...{ DEMO: 'on', DEMO_LEADS: '2', INGEST_LIMIT: '0' },
  });
  if (read.kind === 'wrong') throw new Error(read.lines.join());
  return startSystem(read.config, log, stopping);
}

async function call(method: string, path: string, { body, token }: { body?: object; token?: string } = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => null); // before it listens
  return {
    status: answer?.status ?? 0,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    body: await answer?.json(),
  };
}

/** Keeps the rebuild of a read model from its start, as a process that is building it does. */
async function holdBuild(name: string): Promise<() => void> {
  const builder = await database.pool.connect();
  await builder.query(`select pg_advisory_lock(hashtextextended('build ' || $1, 0))`, [name]);
  let held = true;
  const release = () => {
    if (held) builder.release(true);
    held = false;
  };
  onTestFinished(release);
  return release;
}

async function signIn(email: string, password: string) {
  const { status, body } = await call('POST', '/api/auth/login', { body: { email, password } });
  return { status, token: status === 200 ? z.object({ data: login.data }).parse(body).data.token : '' };
}

test('while read models are built, also users, sign-in and commands are answered, and queries of others', async () => {
  const buildUsers = await holdBuild('users');
  const buildLeads = await holdBuild('leads');
  const starting = start();
  starting.catch(() => {}); // thrown where it is awaited
  await expect
    .poll(async () => (await call('GET', '/readyz')).body)
    .toMatchObject({
      status: 'degraded',
      reason: expect.stringMatching(/^Read models: .*users.* are being built/),
    });
  const admin = await signIn('admin@demo.test', DEMO_PASSWORD);
  const form = { ...operatorForm('during-the-rebuild'), role: 'admin' as const };
  expect((await call('POST', '/api/users', { token: admin.token, body: form })).status).toBe(201);
  const { status, token } = await signIn(form.email, form.password);
  expect(status).toBe(200);
  const lead = { token, body: leadForm({ orderId: 'DURING-THE-REBUILD' }) };
  expect((await call('POST', '/api/leads', lead)).status).toBe(201);
  const refusal = { status: 503, retryAfter: '10', body: { code: 'read-model-building' } };
  for (const path of ['/api/leads', '/api/users', '/api/auth/me'])
    expect(await call('GET', path, { token }), path).toMatchObject(refusal);

  buildUsers();
  await expect
    .poll(async () => (await call('GET', '/readyz')).body)
    .toMatchObject({
      status: 'degraded',
      reason: expect.stringMatching(/^Read models: leads.* are being built/),
    });
  for (const path of ['/api/postbacks', '/api/auth/me'])
    await expect.poll(async () => (await call('GET', path, { token })).status, { message: path }).toBe(200);
  expect(await call('GET', '/api/leads', { token })).toMatchObject(refusal);

  buildLeads();
  await starting;
  expect((await call('GET', '/readyz')).body).toEqual({ status: 'ready' });
  await expect
    .poll(async () => JSON.stringify((await call('GET', '/api/leads', { token })).body))
    .toContain('DURING-THE-REBUILD');

  // After an update: the version in the database is older than the program's.
  await stopping.stop('restart');
  await database.pool.query(`update checkpoints set version = version - 1 where name = 'leads'`);
  const rebuildLeads = await holdBuild('leads');
  const again = start();
  again.catch(() => {}); // thrown where it is awaited
  await expect
    .poll(async () => (await call('GET', '/readyz')).body)
    .toMatchObject({
      status: 'degraded',
      reason: expect.stringMatching(/^Read models: leads are being built/),
    });
  // Read models that are up to date do not wait for it, also those after it in the list.
  await expect.poll(async () => (await call('GET', '/api/batches', { token })).status).toBe(200);
  expect((await call('GET', '/api/leads', { token })).status).toBe(503);
  rebuildLeads();
  await again;
  expect((await call('GET', '/api/leads', { token })).status).toBe(200);
});
