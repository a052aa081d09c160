import { login } from '@crm/contracts/auth/auth.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fetchServed } from '../served.ts';
import { DEMO_PASSWORD } from './calls.ts';

// Follows docs/moving-stores.md: from the embedded Postgres to EventStoreDB, and back.
const wire = await startWire();
const product = await startProduct({ demoLeads: 40 });
afterAll(async () => {
  await product.remove();
  await wire.end();
});

/** The output of a copy, successful or not. */
async function copy(from: string, to: string, ...more: string[]): Promise<string> {
  const args = ['--from', from, '--to', to, ...more];
  const { output } = await runProgram('platform/event-store/copy/main.ts', args, {
    DATA_DIR: product.dataDir,
  });
  return output;
}

const json = { 'content-type': 'application/json' };
const List = z.object({
  data: z.array(z.looseObject({ orderId: z.string(), status: z.string(), createdAt: z.string() })),
});

async function signIn(password: string): Promise<string> {
  const body = JSON.stringify({ email: 'admin@demo.test', password });
  const answer = await fetchServed(`${product.url}/api/auth/login`, { method: 'POST', headers: json, body });
  return z.object({ data: login.data }).parse(await answer.json()).data.token;
}

async function call(token: string, method: string, to: string, body: object | null): Promise<Response> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  return fetchServed(`${product.url}/api${to}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function leads(token: string) {
  const answer = await call(token, 'GET', '/leads?limit=500&sortBy=orderId', null);
  return List.parse(await answer.json()).data;
}

test('moves to EventStoreDB and back with the same leads, sessions and passwords, and the events added meanwhile', async () => {
  const token = await signIn(DEMO_PASSWORD);
  const before = await leads(token);
  expect(before.length).toBeGreaterThan(20);

  await product.end('SIGTERM');
  expect(await copy('embedded', wire.url)).toMatch(/The same in both\./);
  await product.again(wire.url);
  expect(await leads(token)).toEqual(before);

  const newPassword = 'another-password-1';
  const passwords = { currentPassword: DEMO_PASSWORD, newPassword, confirmPassword: newPassword };
  const changed = await call(token, 'PUT', '/auth/change-password', passwords);
  expect(await changed.text()).toMatch(/"success":true/);
  const meanwhile = await signIn(newPassword);
  const lead = {
    fullName: 'Meera Nair',
    phone: '+91 98200 11111',
    orderId: 'MOVED-1',
    quantity: 1,
    productName: 'X',
    price: 5,
  };
  const created = await call(meanwhile, 'POST', '/leads', lead);
  expect(await created.text()).toMatch(/"success":true/);

  await product.end('SIGTERM');
  expect(await copy(wire.url, 'embedded', '--replace')).toMatch(/The same in both\./);
  await product.again('');
  const after = await leads(await signIn(newPassword));
  expect(after.map(({ orderId }) => orderId).sort()).toEqual(
    [...before.map(({ orderId }) => orderId), 'MOVED-1'].sort(),
  );
});
