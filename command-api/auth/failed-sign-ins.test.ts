import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { bothStores } from '@crm/platform/test/both-stores.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { failedSignIns } from './failed-sign-ins.ts';

const { stores } = await bothStores();

const Failed = z.object({ email: z.string() });
const actor = { kind: 'system', name: 'sign-in' } as const;
const origin = { ip: '203.0.113.7', userAgent: null, referer: null };

test.each(Object.entries(stores))(
  'failures in two processes share a few short streams and are all recorded: %s',
  async (_, store) => {
    const processes = [failedSignIns(store, 5), failedSignIns(store, 5)];
    const tenants = [TenantId.parse(randomUUID()), null];
    const emails = Array.from({ length: 12 }, (_, n) => `guess-${n}@demo.test`);
    await Promise.all(
      processes.flatMap((recordFailure) =>
        tenants.flatMap((tenant) =>
          emails.map((email) =>
            recordFailure(
              { type: 'SignInFailed', data: { email, reason: 'unknown-account' } },
              { tenant, actor, origin },
            ),
          ),
        ),
      ),
    );

    const { events } = await store.readAll({ after: START, limit: 1_000 });
    const failures = events.filter(({ type }) => type === 'SignInFailed');
    expect(failures.map(({ data }) => Failed.parse(data).email).sort()).toEqual(
      [...emails, ...emails, ...emails, ...emails].sort(),
    );
    const lengths = new Map<string, number>();
    for (const { stream } of failures) lengths.set(stream, (lengths.get(stream) ?? 0) + 1);
    // For each of two processes and two tenants: streams of five, five and two events.
    expect([...lengths.values()].sort()).toEqual([2, 2, 2, 2, 5, 5, 5, 5, 5, 5, 5, 5]);
    for (const stream of lengths.keys())
      expect(new Set((await store.readStream(stream)).map(({ meta }) => meta.tenant)).size).toBe(1);
  },
);

test('after an append without an answer, the next failure begins a new stream', async () => {
  const written: string[] = [];
  const recordFailure = failedSignIns({
    ...stores.Postgres,
    append: async (append) => {
      written.push(`${append.stream} ${append.expected}`);
      return written.length === 2 ? { kind: 'unknown', reason: 'cut off' } : stores.Postgres.append(append);
    },
  });
  const fail = () =>
    recordFailure(
      { type: 'SignInFailed', data: { email: 'ann@demo.test', reason: 'wrong-password' } },
      { tenant: null, actor, origin },
    );
  await fail();
  await expect(fail()).rejects.toThrow('could not be recorded');
  await fail();
  await fail();
  const [first, second, third, fourth] = written.map((line) => line.split(' '));
  expect([first?.[1], second?.[1], third?.[1], fourth?.[1]]).toEqual(['none', '0', 'none', '0']);
  expect(second?.[0]).toBe(first?.[0]);
  expect(third?.[0]).not.toBe(first?.[0]);
  expect(fourth?.[0]).toBe(third?.[0]);
});
