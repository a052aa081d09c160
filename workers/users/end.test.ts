import { randomBytes, randomUUID } from 'node:crypto';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { details } from '@crm/events/users/story.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { endAccess, endAccessOfLeavers } from './end.ts';
import { userCommands } from './test/user-commands.ts';

const db = await testDatabase();
const { log, pools, store } = poolsAndStore(db);
const deps = { store, forgetLookup: () => {} };
const tenant = TenantId.parse(randomUUID());
const performOn = userCommands(deps, tenant);

/** A user with a password and a session, and the changes of the account so far without what follows them. */
async function signedIn() {
  const id = UserId.parse(randomUUID());
  const perform = (command: UserCommand) => performOn(id, command);
  await perform({ type: 'CreateUser', details: { ...details, username: id, email: `${id}@example.com` } });
  await db.everyTenant.query('insert into passwords (user_id, hash) values ($1, $2)', [id, 'a hash']);
  await open(id);
  return { id, perform };
}

const open = (id: UserId) =>
  db.everyTenant.query(
    `insert into sessions (token_hash, user_id, tenant, created_at, expires_at)
     values ($1, $2, $3, clock_timestamp(), now() + interval '1 day')`,
    [randomBytes(32), id, tenant],
  );

/** Runs the jobs that the user's events cause. @returns the user's running sessions and passwords */
async function followed(id: UserId) {
  for (const event of await store.readStream(userStream(id))) {
    const jobs: unknown[] = [];
    if (endAccessOfLeavers.events.includes(event.type))
      endAccessOfLeavers.handle(event, { enqueue: (_, end) => jobs.push(end) });
    for (const end of jobs)
      await endAccess.run(endAccess.payload.parse(end), {
        ...{ ...deps, pools, log },
        ...{ attempt: 1, signal: AbortSignal.abort() },
      });
  }
  const { rows } = await db.everyTenant.query<{ sessions: number; passwords: number }>(
    `select (select count(*)::int from sessions where user_id = $1 and revoked_at is null) as sessions,
            (select count(*)::int from passwords where user_id = $1) as passwords`,
    [id],
  );
  return rows[0];
}

const edit = { type: 'EditUser' as const, passwordChanged: false, confirmed: null, lastInRole: false };
const by = UserId.parse(randomUUID());

test('a deactivated user keeps the password and no session; those from after a reactivation stay', async () => {
  const { id, perform } = await signedIn();
  await perform({ ...edit, id, by, changes: { phone: '02079460000' } });
  expect(await followed(id)).toEqual({ sessions: 1, passwords: 1 });
  await perform({ ...edit, id, by, changes: { isActive: false } });
  expect(await followed(id)).toEqual({ sessions: 0, passwords: 1 });
  await perform({ ...edit, id, by, changes: { isActive: true } });
  await open(id);
  expect(await followed(id)).toEqual({ sessions: 1, passwords: 1 });
});

test('a deleted user keeps neither a session nor the password', async () => {
  const { id, perform } = await signedIn();
  await perform({ type: 'DeleteUser', id, by, lastInRole: false });
  expect(await followed(id)).toEqual({ sessions: 0, passwords: 0 });
});
