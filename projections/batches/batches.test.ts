import { randomUUID } from 'node:crypto';
import { downloadBatchFile, getBatch, listBatches, listProblems } from '@crm/contracts/batches/batches.ts';
import type { BatchEvent } from '@crm/events/batches/events.ts';
import { finished, progressed, started } from '@crm/events/batches/story.ts';
import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import { batchStream } from '@crm/events/streams.ts';
import { START } from '@crm/platform/event-store/port.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const pushed: Push[] = [];
const world = await openWorld(db.url, (pushes) => void pushed.push(...pushes));
afterAll(world.close);

const tenant = newTenant();
const rival = newTenant();
const admin = callerOf('admin', tenant);
const operator = callerOf('operator', tenant);

async function begin(by = admin, ...more: BatchEvent[]) {
  const id = randomUUID();
  const meta: Partial<EventMeta> = {
    actor: { kind: 'user', id: by.id, name: 'Anita', role: by.role },
  };
  await world.say(batchStream(id), by.tenant, [started(), ...more], meta);
  return id;
}

test('shows the progress of a batch and its creator', async () => {
  const id = await begin(admin);
  const read = () => world.ask(getBatch, admin, { params: { id } });
  expect((await read()).data.batch).toMatchObject({
    _id: id,
    kind: 'lead-status',
    state: 'queued',
    done: 0,
    total: 3,
    startedAt: null,
    finishedAt: null,
    createdBy: { _id: admin.id, fullName: 'Anita' },
  });
  await world.say(batchStream(id), tenant, [progressed(), { type: 'BatchPaused', data: {} }]);
  expect((await read()).data.batch).toMatchObject({
    state: 'running',
    paused: true,
    done: 1,
    counts: { successful: 1 },
  });
  await world.say(batchStream(id), tenant, [finished()]);
  const { batch } = (await read()).data;
  expect(batch).toMatchObject({ state: 'done', paused: false, done: 3, result: null });
  expect(batch.finishedAt).not.toBeNull();
  expect(pushed.filter(({ ids }) => ids.includes(id)).map(({ room, topic }) => `${topic} ${room}`)).toContain(
    `batches tenant:${tenant}:admins`,
  );
});

test('the answer about an ended batch has a position that includes its effects', async () => {
  const id = await begin();
  const read = () => world.result(getBatch, admin, { params: { id }, minPosition: START });
  await vi.waitFor(async () => expect(await read()).toMatchObject({ kind: 'done', position: null }));
  const ended = await world.say(batchStream(id), tenant, [finished()]);
  await vi.waitFor(async () => expect(await read()).toMatchObject({ data: { batch: { state: 'done' } } }));
  const answer = await read();
  if (answer.kind !== 'done') throw new Error(`answered with ${answer.kind}`);
  expect((answer.position ?? START) >= ended).toBe(true);
});

test('admins see all batches of the tenant, other users only their own, and none of another tenant', async () => {
  const own = await begin(operator, progressed());
  const admins = await begin(admin);
  const foreign = await begin(callerOf('admin', rival), progressed(), finished());
  const seen = async (caller: typeof admin, query = {}) =>
    (await world.ask(listBatches, caller, { query })).data.map(({ _id }) => _id);
  expect(await seen(admin)).toEqual(expect.arrayContaining([own, admins]));
  expect(await seen(admin)).not.toContain(foreign);
  expect(await seen(admin, { state: 'running' })).toContain(own);
  expect(await seen(admin, { state: 'running' })).not.toContain(admins);
  expect(await seen(admin, { kind: 'nothing' })).toEqual([]);
  expect(await seen(operator)).toEqual([own]);
  for (const caller of [operator, callerOf('admin', rival), callerOf('super_admin', tenant)]) {
    expect(await world.refusal(getBatch, caller, { params: { id: admins } })).toBe('batch-not-found');
    expect(await world.refusal(listProblems, caller, { params: { id: admins }, query: {} })).toBe(
      'batch-not-found',
    );
  }
});

test('an admin who becomes an operator loses the batches of that time', async () => {
  const former = callerOf('admin', tenant);
  const demoted = { ...former, role: 'operator' as const };
  const asAdmin = await begin(former, progressed(), finished());
  const asOperator = await begin(demoted, progressed(), finished());
  const { data } = await world.ask(listBatches, demoted, { query: {} });
  expect(data.map(({ _id }) => _id)).toEqual([asOperator]);
  const params = { id: asAdmin };
  expect(await world.refusal(getBatch, demoted, { params })).toBe('batch-not-found');
  expect(await world.refusal(listProblems, demoted, { params, query: {} })).toBe('batch-not-found');
  expect(await world.refusal(downloadBatchFile, demoted, { params })).toBe('batch-not-found');
  expect(await world.refusal(downloadBatchFile, demoted, { params: { id: asOperator } })).toBe('file-gone');
  expect(await world.refusal(downloadBatchFile, former, { params })).toBe('file-gone');
});

test('lists skipped and failed items', async () => {
  const id = await begin();
  await db.everyTenant.query(
    `insert into batch_problems (tenant, batch, n, outcome, item, message, data)
     values ($1, $2, 7, 'failed', 'A-7', 'Lead not found', null), ($1, $2, 3, 'skipped', 'A-3', 'It is so already', '{"a":1}')`,
    [tenant, id],
  );
  const { data, pagination } = await world.ask(listProblems, admin, { params: { id }, query: {} });
  expect(pagination?.total).toBe(2);
  expect(data).toEqual([
    { n: 3, outcome: 'skipped', item: 'A-3', message: 'It is so already', data: { a: 1 } },
    { n: 7, outcome: 'failed', item: 'A-7', message: 'Lead not found', data: null },
  ]);
  const failed = await world.ask(listProblems, admin, { params: { id }, query: { outcome: 'failed' } });
  expect(failed.data.map(({ n }) => n)).toEqual([7]);
});
