import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT, TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import { details, passwordChanged, userDeleted, userEdited } from '@crm/events/users/story.ts';
import { expect, test } from 'vitest';
import { adoptHistory } from '../event-store/adopt-history.ts';
import { START } from '../event-store/port.ts';
import { openLog } from '../log/log.ts';
import { register } from '../runner/checkpoint.ts';
import { openLeadership } from '../runner/leadership.ts';
import { createProgress } from '../runner/progress.ts';
import { run } from '../runner/run.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { testStore } from '../test/test-store.ts';
import { type DirectoryRow, foldUser, userDirectory } from './user-directory.ts';

const db = await testDatabase();
const tenant = TenantId.parse(randomUUID());
const createdWith = (email: string): UserEvent => ({
  type: 'UserCreated',
  data: { details: { ...details, email } },
});
const created = createdWith('Priya@Demo.test');

const meta = testMeta(tenant);

test('foldUser applies every event of a user, and shows the time of the last one', () => {
  const id = randomUUID();
  const start = Date.parse('2025-01-01T00:00:00Z');
  const after = (...events: UserEvent[]) =>
    events.reduce<DirectoryRow | null>(
      (row, event, n) => foldUser(row, event, { stream: `user-${id}`, meta, at: new Date(start + n) }),
      null,
    );
  const first = {
    ...{ id, tenant, email_lower: 'priya@demo.test', full_name: 'Priya Nair', role: 'operator' },
    ...{ is_active: true, can_see_all_leads: false, changed_at: new Date(start) },
  };
  expect(after(created)).toEqual(first);
  const all = { fullName: 'A', role: 'admin' as const, isActive: false, canSeeLeadsOfAllOperators: true };
  expect(after(created, userEdited({ ...all, email: 'B@x.test' }))).toEqual({
    ...{ id, tenant, email_lower: 'b@x.test', full_name: 'A', role: 'admin' },
    ...{ is_active: false, can_see_all_leads: true, changed_at: new Date(start + 1) },
  });
  expect(after(created, userEdited({ phone: '1' }))).toEqual({ ...first, changed_at: new Date(start + 1) });
  expect(after(created, passwordChanged())).toEqual({ ...first, changed_at: new Date(start + 1) });
  expect(after(created, userDeleted())).toBeNull();
  expect(after(userEdited({ fullName: 'B' }))).toBeNull();
});

test('foldUser enters super admins of the installation only', () => {
  const superAdmin: UserEvent = {
    type: 'UserCreated',
    data: { details: { ...details, role: 'super_admin' } },
  };
  const after = (of: TenantId, ...events: UserEvent[]) =>
    events.reduce<DirectoryRow | null>(
      (row, event) =>
        foldUser(row, event, { stream: `user-${randomUUID()}`, meta: testMeta(of), at: new Date() }),
      null,
    );
  expect(after(PLATFORM_TENANT, superAdmin)?.role).toBe('super_admin');
  expect(after(tenant, superAdmin)).toBeNull();
  expect(after(tenant, created, userEdited({ role: 'super_admin' }))).toBeNull();
});

test('follows the store, and from its beginning again when the database follows another history', async () => {
  const store = testStore(db.url);
  const say = async (id: string, expected: 'none' | number, ...events: UserEvent[]) => {
    const outcome = await store.append({
      stream: `user-${id}`,
      expected,
      events: events.map((event) => ({ id: randomUUID(), version: 1, ...event, meta })),
    });
    if (outcome.kind !== 'appended') throw new Error(JSON.stringify(outcome));
    return outcome.position;
  };
  const log = openLog('silent');
  const follow = async () => {
    const stop = new AbortController();
    const progress = createProgress(db.everyTenant);
    const leadership = openLeadership(db.url, log);
    const options = { pool: db.everyTenant, leadership, store, progress, log, signal: stop.signal };
    await register(db.everyTenant, userDirectory.name, userDirectory.version, START);
    const running = run(userDirectory, options);
    const names = [userDirectory.name];
    expect(await progress.waitFor(names, await store.head(), { timeoutMs: STATE_MS })).toBe('fresh');
    stop.abort();
    await running;
  };
  const emails = async () => {
    const { rows } = await db.everyTenant.query<{ email_lower: string }>(
      'select email_lower from user_directory where tenant = $1 order by 1',
      [tenant],
    );
    return rows.map((row) => row.email_lower);
  };

  await adoptHistory(db.everyTenant, randomUUID(), store);
  const [priya, ben] = [randomUUID(), randomUUID()];
  await say(priya, 'none', created, userEdited({ email: 'first@x.test' }));
  await say(ben, 'none', createdWith('Ben@x.test'));
  await follow();
  expect(await emails()).toEqual(['ben@x.test', 'first@x.test']);
  await say(priya, 1, userEdited({ email: 'second@x.test' }));
  await say(ben, 0, userDeleted());
  await follow();
  expect(await emails()).toEqual(['second@x.test']);

  await db.everyTenant.query(
    `insert into user_directory values ($1, $2, 'only-before@x.test', 'N', 'admin', true, false, now())`,
    [randomUUID(), tenant],
  );
  await adoptHistory(db.everyTenant, randomUUID(), store);
  expect(await emails()).toEqual([]);
  await follow();
  expect(await emails()).toEqual(['second@x.test']);
  await store.close();
});
