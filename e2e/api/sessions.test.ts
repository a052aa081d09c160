import { randomUUID } from 'node:crypto';
import { me } from '@crm/contracts/auth/auth.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '@crm/contracts/users/sessions.ts';
import { expect, test, vi } from 'vitest';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';

/** The running sessions of a user: listed and ended by the user and by admins. */
const product = await sharedProduct();
const { people } = product;
const [admin, operator, other] = [
  await product.signIn(people.admin),
  await product.signIn(people.operator),
  await product.signIn(people.operator),
];
const params = { id: operator.id };
const listed = async (by: Person) => (await by.ask(listSessions, { params })).data;
const isSignedIn = async (person: Person) => (await person.call(me, {})).status === 200;

test('lists the own sessions, of which one is current, with their origin', async () => {
  const sessions = await listed(operator);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ ip: expect.any(String), createdAt: expect.any(String) });
  expect((await listed(admin)).map(({ _id }) => _id).sort()).toEqual(sessions.map(({ _id }) => _id).sort());
});

test('stores the last use of a session at most once a minute', async () => {
  const { everyTenant } = product.database;
  const seen = async () => (await listed(operator)).find(({ isCurrent }) => isCurrent)?.lastSeen ?? '';
  const before = await seen();
  expect(await seen()).toBe(before);
  await everyTenant.query(`update sessions set last_seen = now() - interval '1 hour' where user_id = $1`, [
    operator.id,
  ]);
  expect(Date.now() - Date.parse(await seen())).toBeLessThan(30 * 60_000);
});

test('an operator reaches no sessions of others, nor does another organisation', async () => {
  const rival = await product.signIn(people.rivalAdmin);
  const notFound = { status: 404, code: 'user-not-found' };
  const [session] = await listed(operator);
  for (const [by, id] of [
    [operator, admin.id],
    [rival, operator.id],
  ] as const) {
    expect(await by.call(listSessions, { params: { id } })).toMatchObject(notFound);
    expect(await by.call(revokeOtherSessions, { params: { id } })).toMatchObject(notFound);
    const sessionId = session?._id ?? '';
    expect(await by.call(revokeSession, { params: { id, sessionId } })).toMatchObject(notFound);
  }
  expect(await listed(operator)).toHaveLength(2);
});

test('reads a session from the directory again after its user ended the others', async () => {
  const person = await product.signIn(people.operator2);
  const marks = async () => {
    await person.ask(me);
    const { rows } = await product.database.everyTenant.query<{ access_changed: boolean }>(
      'select access_changed from sessions where user_id = $1 and revoked_at is null',
      [person.id],
    );
    return rows.map((row) => row.access_changed);
  };
  await person.ask(revokeOtherSessions, { params: { id: person.id } });
  await vi.waitFor(async () => expect(await marks()).toEqual([false]));
});

test('a repeated call ends no session of a later sign-in', async () => {
  const person = await product.signIn(people.operator2);
  const call = { params: { id: person.id }, headers: { 'idempotency-key': randomUUID() } };
  await person.ask(revokeOtherSessions, call);
  const later = await product.signIn(people.operator2);
  await person.ask(revokeOtherSessions, call);
  expect([await isSignedIn(person), await isSignedIn(later)]).toEqual([true, true]);
});

test('ends one session, then all others, and an admin ends the rest', async () => {
  const ended = (await listed(other)).find(({ isCurrent }) => isCurrent)?._id ?? '';
  await operator.ask(revokeSession, { params: { ...params, sessionId: ended } });
  expect([await isSignedIn(operator), await isSignedIn(other)]).toEqual([true, false]);
  const again = await operator.call(revokeSession, { params: { ...params, sessionId: ended } });
  expect(again).toMatchObject({ status: 404, code: 'session-not-found' });

  const third = await product.signIn(people.operator);
  await operator.ask(revokeOtherSessions, { params });
  expect([await isSignedIn(operator), await isSignedIn(third)]).toEqual([true, false]);
  await admin.ask(revokeOtherSessions, { params });
  expect([await isSignedIn(operator), await isSignedIn(admin)]).toEqual([false, true]);
  expect(await listed(admin)).toEqual([]);
});
