import { randomUUID } from 'node:crypto';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { userCreated } from '@crm/events/users/story.ts';
import { bySystem, keyedCommandId, newEvents } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';

const store = testStore((await testDatabase()).url);

/** The store, where the first `times` appends meet another writer. */
function busy(times: number): EventStore {
  let left = times;
  return {
    ...store,
    append: async (append) => {
      if (left === 0) return store.append(append);
      left -= 1;
      return { kind: 'conflict', actual: 0 };
    },
  };
}

test('answers a command that its last attempt stored', async () => {
  const tenant = TenantId.parse(randomUUID());
  const stream = userStream(UserId.parse(randomUUID()));
  const created = newEvents(users.types, [userCreated()], testMeta(tenant));
  await store.append({ stream, expected: 'none', events: created });
  const outcomeAfter = (conflicts: number) =>
    execute(
      { store: busy(conflicts), forgetLookup: () => {} },
      {
        aggregate: users,
        stream,
        tenant,
        command: { type: 'RevokeSessions', sessions: { which: 'one', session: randomUUID() } },
        ...bySystem('test'),
        commandId: keyedCommandId(randomUUID()),
        creates: false,
      },
    );
  expect(await outcomeAfter(11)).toMatchObject({
    kind: 'executed',
    events: [{ type: 'UserSessionsRevoked' }],
  });
  expect(await outcomeAfter(12)).toMatchObject({ kind: 'refused', refusal: 'too-busy' });
});
