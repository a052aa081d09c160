import { PLATFORM_TENANT, TenantId, UserId } from '@crm/events/ids.ts';
import { expect, test } from 'vitest';
import type { Append, EventStore } from '../event-store/port.ts';
import { openLog } from '../log/log.ts';
import type { SignedInCaller } from './caller.ts';
import { countRefused } from './refused-calls.ts';

const tenant = TenantId.parse('11111111-1111-4111-8111-111111111111');
const caller: SignedInCaller = {
  kind: 'user',
  id: UserId.parse('a0000000-0000-4000-8000-000000000001'),
  tenant,
  name: 'Priya Nair',
  role: 'admin',
  seesAllLeads: true,
  sessionId: 'test',
  position: null,
};

/** Counts calls and stops; returns the appended data by tenant. Every append fails with `failure`, if given. */
async function counted(
  calls: readonly Parameters<ReturnType<typeof countRefused>>[0][],
  failure: Error | null = null,
) {
  const appended: Append[] = [];
  const store: Pick<EventStore, 'append'> = {
    append: async (append) => {
      appended.push(append);
      if (failure) throw failure;
      return { kind: 'unavailable', reason: 'test' };
    },
  };
  let stop: () => unknown = () => {};
  const count = countRefused(store, openLog('silent'), {
    onStop: (_, run) => {
      stop = run;
    },
  });
  for (const call of calls) count(call);
  await stop();
  return appended.flatMap(({ events }) => events);
}

test('a failed append of one organisation does not lose the counts of others', async () => {
  const refused = { call: 'PUT /leads/:id', refusal: 'bad-input' };
  const events = await counted(
    [
      { caller, ...refused },
      { caller: null, ...refused },
    ],
    new Error('The connection ended'),
  );
  expect(events.map(({ meta }) => meta.tenant)).toEqual([tenant, PLATFORM_TENANT]);
});

test('a stop writes one event per organisation with the number of each kind', async () => {
  const edit = { call: 'PUT /leads/:id', refusal: 'bad-input' };
  const events = await counted([
    { caller, ...edit },
    { caller, ...edit },
    { caller, call: 'POST /users', refusal: 'email-taken' },
    { caller: null, call: 'POST /leads', refusal: 'rate-limited' },
  ]);
  expect(events.map(({ type, data, meta }) => [type, meta.tenant, data])).toEqual([
    [
      'CommandsRefused',
      tenant,
      expect.objectContaining({
        refused: [
          { ...edit, count: 2 },
          { call: 'POST /users', refusal: 'email-taken', count: 1 },
        ],
      }),
    ],
    [
      'CommandsRefused',
      PLATFORM_TENANT,
      expect.objectContaining({
        refused: [{ call: 'POST /leads', refusal: 'rate-limited', count: 1 }],
      }),
    ],
  ]);
  expect(JSON.stringify(events)).not.toContain('Priya');
});

test('without a refused command nothing is written', async () => {
  expect(await counted([])).toEqual([]);
});

test('kinds without end become one kind', async () => {
  const calls = Array.from({ length: 1_500 }, (_, n) => ({
    caller,
    call: `POST /${n}`,
    refusal: 'bad-input',
  }));
  const events = await counted(calls);
  // A cast: `counted` returns events of this type only.
  const refused = events.flatMap(
    ({ data }) => (data as { refused: { call: string; count: number }[] }).refused,
  );
  expect(refused).toHaveLength(1_001);
  expect(refused.find(({ call }) => call === 'Other calls')?.count).toBe(500);
});
