import { randomBytes, randomUUID } from 'node:crypto';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { viewingStream } from '@crm/events/streams.ts';
import { viewings } from '@crm/events/viewings/aggregate.ts';
import type { ViewingCommand } from '@crm/events/viewings/decide.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { StoreUnavailable } from '@crm/platform/event-store/port.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { endViewing, followViewings, recordEnds } from './end.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);
const tenant = TenantId.parse(randomUUID());
const viewer = UserId.parse(randomUUID());
const HOUR_MS = 3_600_000;

const perform = (id: string, command: ViewingCommand) =>
  execute(
    { store },
    {
      aggregate: viewings,
      stream: viewingStream(id),
      tenant,
      command,
      ...bySystem('test'),
      commandId: newCommandId(),
      creates: command.type === 'StartViewing',
    },
  );

/** Records the start of a viewing, without its row. */
async function started() {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const admin = UserId.parse(randomUUID());
  await perform(id, { type: 'StartViewing', viewer, admin, adminName: 'An admin', expiresAt });
  return { id, expiresAt };
}

const keep = (id: string, endsIn = HOUR_MS) =>
  db.everyTenant.query(
    `insert into viewings (token_hash, id, tenant, user_id, viewer, session_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [randomBytes(32), id, tenant, randomUUID(), viewer, randomBytes(32), new Date(Date.now() + endsIn)],
  );

/** The jobs that the events of a viewing add, in order. */
async function jobsOf(id: string) {
  const jobs: { payload: unknown; runAt: string | null }[] = [];
  for (const event of await store.readStream(viewingStream(id)))
    followViewings.handle(event, {
      enqueue: (_, payload, { runAt }) => jobs.push({ payload, runAt: runAt?.toISOString() ?? null }),
    });
  return jobs;
}

const run = (payload: unknown) => endViewing.run(endViewing.payload.parse(payload), forJobs);
const typesOf = async (id: string) => (await store.readStream(viewingStream(id))).map(({ type }) => type);
const isOpen = async (id: string) => {
  const sql = 'select from viewings where id = $1 and ended_at is null';
  return (await db.everyTenant.query(sql, [id])).rowCount === 1;
};

test('a viewing that was started and has no row ends at its last moment, once', async () => {
  const { id, expiresAt } = await started();
  const jobs = await jobsOf(id);
  expect(jobs.map(({ runAt }) => runAt)).toEqual([expiresAt]);
  for (const { payload } of [...jobs, ...jobs]) await run(payload);
  expect(await typesOf(id)).toEqual(['ViewingStarted', 'ViewingEnded']);
});

test('the row of a viewing whose end was recorded ends too', async () => {
  const { id } = await started();
  await keep(id);
  await perform(id, { type: 'EndViewing', by: viewer, reason: 'stopped' });
  const ended = (await jobsOf(id)).filter(({ runAt }) => runAt === null);
  expect(ended).toHaveLength(1);
  for (const { payload } of ended) await run(payload);
  expect(await isOpen(id)).toBe(false);
  expect(await typesOf(id)).toEqual(['ViewingStarted', 'ViewingEnded']);
});

test('a viewing whose end cannot be recorded holds back no other', async () => {
  const [first, second, third] = [await started(), await started(), await started()];
  for (const { id } of [first, second, third]) await keep(id, -HOUR_MS);
  // Whichever is first: the streams of two cannot be written.
  const away = new Set([first, third].map(({ id }) => viewingStream(id) as string));
  const partly = {
    ...store,
    readStream: (...[stream, ...rest]: Parameters<typeof store.readStream>) => {
      if (away.has(stream)) throw new StoreUnavailable('away');
      return store.readStream(stream, ...rest);
    },
  };
  await expect(recordEnds(partly, db.everyTenant)).rejects.toThrow('away');
  expect(await isOpen(second.id)).toBe(false);
  expect([await isOpen(first.id), await isOpen(third.id)]).toEqual([true, true]);
});
