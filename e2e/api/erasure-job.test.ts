import { randomUUID } from 'node:crypto';
import { LeadId, TenantId } from '@crm/events/ids.ts';
import { created, erasure } from '@crm/platform/event-store/contract/sample-leads.ts';
import { appended } from '@crm/platform/event-store/contract/under-test.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { enqueue } from '@crm/platform/jobs/enqueue.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { batchesProjection } from '@crm/projections/batches/table.ts';
import { build } from '@crm/projections/generations/build.ts';
import { leadsProjection } from '@crm/projections/leads/table.ts';
import { forgetLead, resumeErasures } from '@crm/workers/leads/erase/job.ts';
import { REACTION } from '@crm/workers/postbacks/react.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The job of an erasure beside consumers that do not move: no process runs here. */
const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const { store, storedEvents } = await openSealedEventStore(testStoreConfig(db.url), pools.auth);
const { signal } = new AbortController();
const context = { store, forgetLookup: () => {}, pools, log, signal, attempt: 1 };
const consumers = ['leads', 'batches', REACTION];

beforeAll(async () => {
  for (const projection of [leadsProjection, batchesProjection])
    await build(projection, { pool: pools.projections, store, log, signal });
  await register(pools.projections, REACTION, 1, await store.head());
});
afterAll(async () => {
  await store.close();
  await pools.end();
});

async function erased() {
  const lead = LeadId.parse(randomUUID());
  const stream = `lead-${lead}`;
  const event = created();
  await appended(store, { stream, expected: 'none', events: [event] });
  await appended(store, { stream, expected: 0, events: [erasure()] });
  return { lead, tenant: TenantId.parse(event.meta.tenant), position: await store.head() };
}

async function reached(names: readonly string[], position: Position) {
  await db.pool.query('update checkpoints set position = $2 where name = any($1)', [names, position]);
}

async function hasKey(lead: LeadId) {
  const { rows } = await db.pool.query(
    'select from event_store.personal_keys where subject = $1 and key is not null',
    [lead],
  );
  return rows.length > 0;
}

test.each(['leads', 'batches'])('waits for %s, from which copies of the lead may come', async (held) => {
  const asked = await erased();
  const others = consumers.filter((name) => name !== held);
  await reached(others, asked.position);
  await expect(forgetLead(storedEvents).run(asked, context)).rejects.toThrow(held);
  expect(await hasKey(asked.lead)).toBe(true);
  await reached([held], asked.position);
  await forgetLead(storedEvents).run(asked, context);
  expect(await hasKey(asked.lead)).toBe(false);
});

/** A row of the table of runs, as the engine writes it. */
async function run({ tenant, kind, wanted = 'run', lease = null }: WaitingBatch) {
  const id = randomUUID();
  await db.pool.query(
    `insert into batch_runs (id, tenant, kind, position, wanted, lease, leased_until)
     values ($1, $2, $3, '', $4, $5, now() + interval '1 hour')`,
    [id, tenant, kind, wanted, lease],
  );
  const end = () => db.pool.query('delete from batch_runs where id = $1', [id]);
  return { id, end };
}
type WaitingBatch = { tenant: TenantId; kind: string; wanted?: 'run' | 'pause'; lease?: string | null };

test.each(['postback-backfill', 'postback-retry'])('waits for a running %s', async (kind) => {
  const asked = await erased();
  await reached(consumers, asked.position);
  for (const state of [{}, { lease: randomUUID() }, { wanted: 'pause', lease: randomUUID() }] as const) {
    const { end } = await run({ tenant: asked.tenant, kind, ...state });
    await expect(forgetLead(storedEvents).run(asked, context)).rejects.toThrow('past events');
    await end();
  }
  expect(await hasKey(asked.lead)).toBe(true);
  const paused = await run({ tenant: asked.tenant, kind, wanted: 'pause' });
  await forgetLead(storedEvents).run(asked, context);
  expect(await hasKey(asked.lead)).toBe(false);
  await paused.end();
});

test('deletes the file of a batch that has been paused for days, and does not wait for it', async () => {
  const asked = await erased();
  await reached(consumers, asked.position);
  const { id, end } = await run({ tenant: asked.tenant, kind: 'audit-export', wanted: 'pause' });
  await db.everyTenant.query(
    `insert into batches (id, tenant, kind, state, created_at, view)
     values ($1, $2, 'audit-export', 'paused', now() - interval '3 days', '{"finishedAt": null}')`,
    [id, asked.tenant],
  );
  await db.everyTenant.query(
    `insert into files (id, tenant, name, type, expires_at) values ($1, $2, 'audit', 'text/csv', now() + interval '1 day')`,
    [fileOfBatch(id), asked.tenant],
  );
  await forgetLead(storedEvents).run(asked, context);
  expect((await db.everyTenant.query('select from files')).rows).toEqual([]);
  expect(await hasKey(asked.lead)).toBe(false);
  await end();
});

test('removes the searches that an earlier version stored with frozen selections', async () => {
  const asked = await erased();
  await reached(consumers, asked.position);
  const other = TenantId.parse(randomUUID());
  const filter = JSON.stringify({ search: 'jose garcia' });
  for (const tenant of [asked.tenant, other])
    await db.everyTenant.query(
      'insert into selections (id, tenant, user_id, filter, total) values ($1, $2, $1, $3, 1)',
      [randomUUID(), tenant, filter],
    );
  await forgetLead(storedEvents).run(asked, context);
  const { rows } = await db.everyTenant.query('select tenant from selections where filter is not null');
  expect(rows).toEqual([{ tenant: other }]);
});

test.each([
  ['used all attempts', 'attempts = max_attempts'],
  ['waits hours for its next attempt', `attempts = 8, run_at = now() + interval '1 hour'`],
  ['was left by a killed process', `locked_at = now() - interval '11 minutes', locked_by = 'gone'`],
])('is resumed when it %s', async (_, state) => {
  const asked = await erased();
  await enqueue(pools.jobs, forgetLead(storedEvents), asked, { key: asked.lead });
  const due = async () => {
    const { rows } = await db.pool.query(
      `select from graphile_worker._private_jobs
        where key = $1 and attempts < max_attempts and locked_at is null and run_at <= now()
          and payload->>'lead' = $2`,
      [`forget-lead ${asked.lead}`, asked.lead],
    );
    return rows.length;
  };
  await db.pool.query(`update graphile_worker._private_jobs set ${state} where key like '%' || $1`, [
    asked.lead,
  ]);
  expect(await due()).toBe(0);
  await resumeErasures.run(context);
  await resumeErasures.run(context);
  expect(await due()).toBe(1);
});
