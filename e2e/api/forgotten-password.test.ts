import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { forgotPassword, login, me, resetPassword } from '@crm/contracts/auth/auth.ts';
import { createUser, getUser, updateUser } from '@crm/contracts/users/users.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { bySystem, derivedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { operatorForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const { anybody } = product;
const pool = product.database.everyTenant;
const store = testStore(product.database.url);
const outbox = path.join(product.dataDir, 'outbox');

/** Creates an operator who can sign in. */
async function newOperator(word: string) {
  const form = operatorForm(word);
  const { _id: id } = (await admin.ask(createUser, { body: form })).data.user;
  await admin.ask(getUser, { params: { id } });
  return { ...form, id: UserId.parse(id) };
}
const request = (email: string, ip?: string) =>
  anybody.call(forgotPassword, { body: { email }, ...(ip && { ip }) });
const use = (token: string, password: string, ip?: string) =>
  anybody.call(resetPassword, { body: { token, password, confirmPassword: password }, ...(ip && { ip }) });
const signIn = async (email: string, password: string) =>
  (await anybody.call(login, { body: { email, password } })).status;
const code = async (answer: ReturnType<typeof use>) => {
  const { status, code: refusal } = await answer;
  return [status, refusal];
};

/** The tokens that were mailed to an address, oldest first. */
const tokensTo = (address: string) =>
  (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .filter((mail) => mail.includes(`To: ${address}\r\n`))
    .map((mail) => /\/reset-password#([\w-]{43})\r\n/.exec(mail)?.[1] ?? 'no token');
/** Requests a link and waits until its mail is in the outbox. */
async function newToken(email: string, ip?: string): Promise<string> {
  const before = tokensTo(email).length;
  await request(email, ip);
  await vi.waitFor(() => expect(tokensTo(email)).toHaveLength(before + 1), { interval: 50 });
  return tokensTo(email).at(-1) ?? '';
}
/** The token of the only mail to an address. */
async function firstToken(email: string): Promise<string> {
  await vi.waitFor(() => expect(tokensTo(email)).toHaveLength(1), { interval: 50 });
  return tokensTo(email)[0] ?? '';
}
const eventsOf = async (type: string, field: string, value: string) => {
  const { rows } = await pool.query<{ data: object }>(
    `select data from event_store.events where type = $1 and data ->> $2 = $3 order by position`,
    [type, field, value],
  );
  return rows.map(({ data }) => data);
};

test('a user who is created without a password sets it by a mailed link', async () => {
  const { password: _, ...form } = operatorForm('invited');
  const key = randomUUID();
  const create = () =>
    admin.ask(createUser, { body: { ...form, department: 'Sales' }, headers: { 'idempotency-key': key } });
  const { message, data } = await create();
  expect(message).toBe('User created. A mail with a link to set a password is on its way.');
  expect((await create()).data.user._id).toBe(data.user._id);
  const token = await firstToken(form.email);
  expect(await signIn(form.email, '')).toBe(400);
  expect(await signIn(form.email, 'any password')).toBe(401);
  const password = 'a first password 4711';
  expect((await use(token, password)).status).toBe(200);
  expect(await signIn(form.email, password)).toBe(200);
  expect(tokensTo(form.email)).toHaveLength(1);
});

test('a mailed link sets the password once and ends all sessions; nothing keeps its token', async () => {
  const user = await newOperator('forgets');
  const session = await product.signIn(user.email, user.password);
  const token = await newToken(user.email);
  const short = await use(token, 'short');
  expect(short).toMatchObject({ status: 400, errors: { password: 'Must be at least 8 characters' } });

  const password = 'a new password 4711';
  expect(await use(token, password)).toMatchObject({
    status: 200,
    message: 'Password set. Please sign in with it.',
  });
  expect((await session.call(me)).status).toBe(401);
  expect(await signIn(user.email, user.password)).toBe(401);
  expect(await signIn(user.email, password)).toBe(200);
  expect(await code(use(token, 'yet another one'))).toEqual([409, 'password-link-used']);
  expect(await signIn(user.email, password)).toBe(200);
  expect(await eventsOf('PasswordLinkRefused', 'userId', user.id)).toEqual([
    { userId: user.id, reason: 'used' },
  ]);

  const { rows } = await pool.query<{ text: string }>(
    `select e::text as text from event_store.events e union all select l::text from password_links l
     union all select m::text from mails m union all select j::text from graphile_worker._private_jobs j`,
  );
  const kept = [...rows.map(({ text }) => text), product.logged()].join('\n');
  for (const secret of [token, password]) expect(kept.includes(secret)).toBe(false);
});

test('of many uses at the same moment one sets the password', async () => {
  const user = await newOperator('races');
  const token = await newToken(user.email);
  const passwords = ['one', 'two', 'three', 'four'].map((word) => `password number ${word}`);
  const answers = await Promise.all(passwords.map((password) => use(token, password, '198.51.100.7')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  for (const [n, password] of passwords.entries())
    expect(await signIn(user.email, password)).toBe(answers[n]?.status === 200 ? 200 : 401);
});

test('a newer link, a deactivation and the end of its hour end a link', async () => {
  const user = await newOperator('waits');
  const older = await newToken(user.email);
  const newer = await newToken(user.email);
  expect(await code(use(older, 'long enough'))).toEqual([403, 'password-link-wrong']);
  for (const isActive of [false, true])
    await admin.ask(updateUser, { params: { id: user.id }, body: { isActive } });
  expect(await code(use(newer, 'long enough'))).toEqual([403, 'password-link-wrong']);
  expect(await code(use('made up', 'long enough'))).toEqual([403, 'password-link-wrong']);

  const { rows } = await pool.query<{ tenant: string }>('select tenant from user_directory where id = $1', [
    user.id,
  ]);
  const tenant = TenantId.parse(rows[0]?.tenant);
  const [link, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  const expiresAt = new Date().toISOString();
  await pool.query('insert into password_links values ($1, $2, $3, $4, $5)', [
    tokenHash(token),
    ...[link, user.id, tenant, expiresAt],
  ]);
  await execute(
    { store, forgetLookup: () => {} },
    {
      aggregate: users,
      stream: userStream(user.id),
      tenant,
      command: { type: 'IssuePasswordLink', link, email: user.email, expiresAt },
      ...bySystem('test'),
      commandId: derivedCommandId(link),
      creates: false,
    },
  );
  expect(await code(use(token, 'long enough'))).toEqual([409, 'password-link-expired']);
  expect(await signIn(user.email, user.password)).toBe(200);
});

test('the answer and its limits do not reveal whether an account exists', async () => {
  const known = await newOperator('known');
  const inactive = await newOperator('inactive');
  await admin.ask(updateUser, { params: { id: inactive.id }, body: { isActive: false } });
  await admin.ask(getUser, { params: { id: inactive.id } });
  const emails = [known.email, inactive.email, `stranger-${inactive.email}`];
  const seen = async (email: string, ip: string) => {
    const { status, text, headers } = await request(email, ip);
    return { status, text, headers: Object.keys(headers).sort() };
  };
  const [first, ...others] = await Promise.all(emails.map((email, n) => seen(email, `198.51.100.${n + 20}`)));
  expect(first?.status).toBe(200);
  for (const other of others) expect(other).toEqual(first);
  await vi.waitFor(() => expect(tokensTo(known.email)).toHaveLength(1), { interval: 50 });
  expect(tokensTo(inactive.email)).toEqual([]);
  for (const [n, account] of ['active', 'inactive', 'unknown'].entries())
    expect(await eventsOf('PasswordLinkRequested', 'email', emails[n] ?? '')).toMatchObject([{ account }]);

  // Nine more requests for each email, from many networks; then none.
  for (const [n, email] of emails.entries()) {
    await Promise.all(
      Array.from({ length: 9 }, (_, at) => request(email.toUpperCase(), `203.0.113.${n * 9 + at}`)),
    );
    expect(await request(email, '203.0.113.200')).toMatchObject({
      status: 429,
      message: 'Too many requests. Please try again later.',
    });
  }
  expect(await eventsOf('PasswordLinkRequested', 'userId', known.id)).toHaveLength(10);
});
