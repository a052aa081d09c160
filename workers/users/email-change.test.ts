import { randomUUID } from 'node:crypto';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { details } from '@crm/events/users/story.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { mailEmailChange, noticeEmailChanges } from './email-change.ts';
import { userCommands } from './test/user-commands.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);
const tenant = TenantId.parse(randomUUID());
const performOn = userCommands(forJobs, tenant);
const admin = UserId.parse(randomUUID());
const DAY_MS = 24 * 60 * 60 * 1000;

/** A user, with or without a password, whose email an admin changes. @returns their addresses, oldest first */
async function changedTwice(invitation: { into: 'own-organization' } | null) {
  const id = UserId.parse(randomUUID());
  const emails = ['first', 'second', 'third'].map((word) => `${word}-${id}@example.com`);
  const [email = '', ...later] = emails;
  const perform = (command: UserCommand) => performOn(id, command);
  await perform({
    type: 'CreateUser',
    details: { ...details, username: id, email },
    ...(invitation && { invitation }),
  });
  const edit = { type: 'EditUser' as const, id, by: admin, passwordChanged: false, confirmed: null };
  await perform({ ...edit, changes: { phone: '02079460000' }, lastInRole: false });
  for (const next of later) await perform({ ...edit, changes: { email: next }, lastInRole: false });
  return { id, emails };
}

/** Runs the jobs that the user's events cause. @returns the addresses of all mails about the user */
async function noticesAbout(id: UserId, laterMs = 0): Promise<string[]> {
  const { run, payload } = mailEmailChange('https://crm.example.com');
  for (const event of await store.readStream(userStream(id))) {
    const jobs: unknown[] = [];
    if (event.type === 'UserEdited')
      noticeEmailChanges.handle(
        { ...event, at: new Date(event.at.getTime() - laterMs) },
        { enqueue: (_, change) => jobs.push(change) },
      );
    for (const change of jobs) await run(payload.parse(change), forJobs);
  }
  const { rows } = await db.everyTenant.query<{ recipient: string }>(
    `select recipient from mails where about = $1 and template = 'email-changed' order by recipient`,
    [id],
  );
  return rows.map(({ recipient }) => recipient);
}

test('each former address gets one notice', async () => {
  const { id, emails } = await changedTwice(null);
  const [first, second] = emails;
  expect(await noticesAbout(id)).toEqual([first, second]);
  expect(await noticesAbout(id)).toEqual([first, second]); // repeated jobs
});

test('an account without a password gets none: its address was corrected', async () => {
  const { id } = await changedTwice({ into: 'own-organization' });
  expect(await noticesAbout(id)).toEqual([]);
});

test('changes of more than a day ago are not announced', async () => {
  const { id } = await changedTwice(null);
  expect(await noticesAbout(id, 2 * DAY_MS)).toEqual([]);
});
