import { createHash } from 'node:crypto';
import { DEMO_PASSWORD } from '@crm/command-api/demo/seed.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Send } from './send.ts';
import { PASSWORD } from './things.ts';

/** All kinds of callers with which the matrix tries each route. */
export const callerKinds = [
  'no token',
  'an API key',
  'a made-up token',
  'another scheme',
  'an expired token',
  'a revoked token',
  'a deactivated user',
  'a deleted user',
  'operator',
  'operator who sees all leads',
  'admin',
  'rival operator',
  'rival admin',
  'super admin',
] as const;
export type CallerKind = (typeof callerKinds)[number];
export type Caller = { headers: Record<string, string>; token: string; id: string };
export type Callers = Record<CallerKind, Caller>;

const SignedIn = z.looseObject({
  data: z.looseObject({ token: z.string(), user: z.looseObject({ _id: z.string() }) }),
});

/** Signs in; throws when it fails. */
async function signIn(send: Send, email: string, password: string = DEMO_PASSWORD): Promise<Caller> {
  const answer = await send({ method: 'POST', path: '/auth/login', json: { email, password } });
  const { token, user } = SignedIn.parse(answer.body).data;
  return { token, id: user._id, headers: { authorization: `Bearer ${token}` } };
}

/** Creates an account in an admin's tenant and signs it in. `word` becomes its name and must be unique. */
async function newAccount(
  send: Send,
  admin: Caller,
  word: string,
  more: object = {},
): Promise<Caller & { email: string }> {
  const email = `${word}@demo.test`;
  const json = {
    username: word,
    fullName: `Account ${word}`,
    email,
    role: 'operator',
    password: PASSWORD,
    ...more,
  };
  const made = await send({ method: 'POST', path: '/users', headers: admin.headers, json });
  if (made.status !== 201) throw new Error(`No account ${word}: ${made.status} ${made.text}`);
  await caughtUp(send, admin, made.headers['x-position']?.toString() ?? '');
  return { ...(await signIn(send, email, PASSWORD)), email };
}

/** Waits until reads reach a position. */
async function caughtUp(send: Send, caller: Caller, position: string): Promise<void> {
  const headers = { ...caller.headers, 'x-min-position': position };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { headers: answered } = await send({ method: 'GET', path: '/users?limit=1', headers });
    if (answered['x-stale'] === undefined) return;
  }
  throw new Error(`Reads do not reach position ${position}`);
}

/** One caller of each kind, in the demo's tenant and in its rival's. */
export async function openCallers(send: Send, pool: Pool): Promise<Callers> {
  const admin = await signIn(send, 'admin@demo.test');
  const rivalAdmin = await signIn(send, 'admin@rival.test');
  const bearing = (headers: Record<string, string>): Caller => ({ headers, token: '', id: '' });
  const sees = { permissions: { canSeeLeadsOfAllOperators: true } };
  const [expired, revoked, deactivated, deleted] = [
    await newAccount(send, admin, 'attack-expired'),
    await newAccount(send, admin, 'attack-revoked'),
    await newAccount(send, admin, 'attack-deactivated'),
    await newAccount(send, admin, 'attack-deleted'),
  ];
  const ask = (method: string, path: string, { headers }: Caller, json?: unknown) =>
    send({ method, path, headers, json });
  await pool.query('update sessions set expires_at = now() where token_hash = $1', [
    createHash('sha256').update(expired.token).digest(),
  ]);
  await ask('POST', '/auth/logout', revoked, {});
  await ask('PUT', `/users/${deactivated.id}`, admin, { isActive: false });
  const { headers } = await ask('DELETE', `/users/${deleted.id}`, admin);
  const callers = {
    'no token': bearing({}),
    'an API key': bearing({ 'x-api-key': 'a-made-up-key' }),
    'a made-up token': bearing({ authorization: 'Bearer cGxhdXNpYmxlIGJ1dCBuZXZlciBnaXZlbiBvdXQ' }),
    'another scheme': bearing({ authorization: `Basic ${admin.token}` }),
    'an expired token': expired,
    'a revoked token': revoked,
    'a deactivated user': deactivated,
    'a deleted user': deleted,
    operator: await newAccount(send, admin, 'attack-operator'),
    'operator who sees all leads': await newAccount(send, admin, 'attack-seer', sees),
    admin,
    'rival operator': await newAccount(send, rivalAdmin, 'attack-rival'),
    'rival admin': rivalAdmin,
    'super admin': await signIn(send, 'super@demo.test'),
  };
  await caughtUp(send, admin, headers['x-position']?.toString() ?? '');
  return callers;
}
