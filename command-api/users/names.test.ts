import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { details } from '@crm/events/users/story.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { bothStores } from '@crm/platform/test/both-stores.ts';
import { describe, expect, test } from 'vitest';

const { database, stores } = await bothStores();

const MIGRATION = 'command-api/users/migrations/020_usernames_by_tenant.sql';

describe.each(Object.entries(stores))('names of users: %s', (_, store) => {
  const [here, elsewhere] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];

  const perform = async (user: UserId, tenant: TenantId, command: UserCommand, names = users.names.of) => {
    const done = await execute(
      { store, forgetLookup: () => {} },
      {
        aggregate: { ...users, names: { ...users.names, of: names } },
        stream: userStream(user),
        tenant,
        command,
        ...bySystem('test'),
        commandId: newCommandId(),
        creates: command.type === 'CreateUser',
      },
    );
    return done.kind === 'refused' ? done.refusal : done.kind;
  };
  const newUser = (username: string, email = `${randomUUID()}@demo.test`): UserCommand => ({
    type: 'CreateUser',
    details: { ...details, username, email },
  });
  const id = () => UserId.parse(randomUUID());
  const edit = (user: UserId, changes: { username?: string; fullName?: string }): UserCommand => ({
    type: 'EditUser',
    id: user,
    by: user,
    changes,
    passwordChanged: false,
    confirmed: null,
    lastInRole: false,
  });

  test('a username of another tenant is free, one of the own tenant is taken', async () => {
    expect(await perform(id(), elsewhere, newUser('ann'))).toBe('executed');
    expect(await perform(id(), here, newUser('Ann'))).toBe('executed');
    expect(await perform(id(), here, newUser('ANN'))).toBe('username-taken');
  });

  test('renaming frees the old name in the own tenant', async () => {
    const user = id();
    await perform(user, here, newUser('before'));
    expect(await perform(user, here, edit(user, { username: 'after' }))).toBe('executed');
    expect(await perform(id(), here, newUser('after'))).toBe('username-taken');
    expect(await perform(id(), here, newUser('before'))).toBe('executed');
  });

  test('an email is unique in all tenants', async () => {
    const email = `${randomUUID()}@demo.test`;
    expect(await perform(id(), here, newUser('one', email))).toBe('executed');
    expect(await perform(id(), elsewhere, newUser('other', email.toUpperCase()))).toBe('email-taken');
  });

  test('a username in the format of an older version is converted', async () => {
    const user = id();
    const older: typeof users.names.of = (state) =>
      state.phase === 'present' ? [`username:${state.details.username}`] : [];
    await perform(user, here, newUser('veteran'), older);
    // On Postgres a migration converts all names; on EventStoreDB each user's next event converts its name.
    if (store === stores.Postgres) await database.pool.query(await readFile(MIGRATION, 'utf8'));
    else expect(await perform(user, here, edit(user, { fullName: 'Priya Menon' }))).toBe('executed');
    expect(await perform(id(), here, newUser('veteran'))).toBe('username-taken');
  });
});
