import { randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { details } from '@crm/events/users/story.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { endAccess, endAccessOfUsers } from './end.ts';
import { userCommands } from './test/user-commands.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);
const tenant = TenantId.parse(randomUUID());
const performOn = userCommands(forJobs, tenant);
/** Who causes an event: someone else, or the user. */
const system: Actor = { kind: 'system', name: 'test' };
const self = (id: UserId): Actor => ({ kind: 'user', id, name: details.fullName, role: details.role });

/** A user with a password and a session, and the changes of the account so far without what follows them. */
async function signedIn() {
  const id = UserId.parse(randomUUID());
  const perform = (command: UserCommand, by: Actor = system) => performOn(id, command, by);
  await perform({ type: 'CreateUser', details: { ...details, username: id, email: `${id}@example.com` } });
  await db.everyTenant.query('insert into passwords (user_id, hash) values ($1, $2)', [id, 'a hash']);
  return { id, perform, session: await open(id) };
}

/**
 * Opens a session. `signedIn` is the position of its event.
 * @returns the id of the session
 */
async function open(id: UserId, signedIn: Position | null = null): Promise<string> {
  const { rows } = await db.everyTenant.query<{ id: string }>(
    `insert into sessions (token_hash, user_id, tenant, created_at, expires_at, signed_in)
     values ($1, $2, $3, clock_timestamp(), now() + interval '1 day', $4) returning id`,
    [randomBytes(32), id, tenant, signedIn],
  );
  return rows[0]?.id ?? '';
}

/** Runs the jobs that the user's events cause. @returns the user's running sessions and number of passwords */
async function followed(id: UserId) {
  for (const event of await store.readStream(userStream(id))) {
    const jobs: unknown[] = [];
    if (endAccessOfUsers.events.includes(event.type))
      endAccessOfUsers.handle(event, { enqueue: (_, end) => jobs.push(end) });
    for (const end of jobs) await endAccess.run(endAccess.payload.parse(end), forJobs);
  }
  const { rows: sessions } = await db.everyTenant.query<{ id: string }>(
    'select id from sessions where user_id = $1 and revoked_at is null order by created_at',
    [id],
  );
  const passwords = await db.everyTenant.query('select from passwords where user_id = $1', [id]);
  return { sessions: sessions.map((session) => session.id), passwords: passwords.rowCount };
}

const edit = { type: 'EditUser' as const, passwordChanged: false, confirmed: null, lastInRole: false };
const by = UserId.parse(randomUUID());

test('a deactivated user keeps the password and no session; those from after a reactivation stay', async () => {
  const { id, perform, session } = await signedIn();
  await perform({ ...edit, id, by, changes: { phone: '02079460000' } });
  expect(await followed(id)).toEqual({ sessions: [session], passwords: 1 });
  await perform({ ...edit, id, by, changes: { isActive: false } });
  expect(await followed(id)).toEqual({ sessions: [], passwords: 1 });
  await perform({ ...edit, id, by, changes: { isActive: true } });
  const later = await open(id);
  expect(await followed(id)).toEqual({ sessions: [later], passwords: 1 });
});

test('a deleted user keeps neither a session nor the password', async () => {
  const { id, perform } = await signedIn();
  await perform({ type: 'DeleteUser', id, by, lastInRole: false });
  expect(await followed(id)).toEqual({ sessions: [], passwords: 0 });
});

test('a new password ends all sessions but the one in which the user changed it', async () => {
  const { id, perform, session } = await signedIn();
  await open(id);
  await perform({ type: 'ChangeOwnPassword', kept: session }, self(id));
  expect(await followed(id)).toEqual({ sessions: [session], passwords: 1 });
  await perform({ ...edit, id, by, changes: {}, passwordChanged: true });
  expect(await followed(id)).toEqual({ sessions: [], passwords: 1 });
});

test('a password that was set by a mailed link ends all sessions', async () => {
  const { id, perform } = await signedIn();
  const link = { link: randomUUID(), expiresAt: '2099-01-01T00:00:00.000Z' };
  await perform({ type: 'IssuePasswordLink', email: `${id}@example.com`, ...link });
  await perform({ type: 'SetPasswordByLink', link: link.link, now: new Date() }, self(id));
  expect(await followed(id)).toEqual({ sessions: [], passwords: 1 });
});

test('ended sessions end: one, all but that of the user, or all', async () => {
  const { id, perform, session } = await signedIn();
  const [second, third] = [await open(id), await open(id)];
  await perform({ type: 'RevokeSessions', sessions: { which: 'one', session: second } }, self(id));
  expect(await followed(id)).toMatchObject({ sessions: [session, third] });
  await perform({ type: 'RevokeSessions', sessions: { which: 'all', kept: third } }, self(id));
  expect(await followed(id)).toMatchObject({ sessions: [third] });
  await perform({ type: 'RevokeSessions', sessions: { which: 'all', kept: null } });
  expect(await followed(id)).toMatchObject({ sessions: [] });
});

test('a session of a later sign-in stays, although the clock of its process is behind', async () => {
  const { id, perform } = await signedIn();
  await perform({ ...edit, id, by, changes: {}, passwordChanged: true });
  await perform({ ...edit, id, by, changes: { phone: '02079460000' } });
  const later = await open(id, (await store.readStream(userStream(id))).at(-1)?.position);
  await db.everyTenant.query(
    `update sessions set created_at = now() - interval '1 minute' where user_id = $1`,
    [id],
  );
  expect(await followed(id)).toMatchObject({ sessions: [later] });
});
