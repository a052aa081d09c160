import { randomUUID } from 'node:crypto';
import { LeadId, TenantId } from '@crm/events/ids.ts';
import { created, erasure } from '@crm/platform/event-store/contract/sample-leads.ts';
import { appended } from '@crm/platform/event-store/contract/under-test.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { batchesProjection } from '@crm/projections/batches/table.ts';
import { build } from '@crm/projections/generations/build.ts';
import { leadsProjection } from '@crm/projections/leads/table.ts';
import { forgetLead } from '@crm/workers/leads/erase/job.ts';
import { REACTION } from '@crm/workers/postbacks/react.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The job of an erasure beside consumers that stand still: no process runs here. */
const db = await testDatabase();
const log = openLog('silent');
const pools = openPools(db.url, log);
const { store, storedEvents } = openSealedEventStore({ kind: 'postgres', url: db.url }, pools.auth);
const { signal } = new AbortController();
const context = { store, lookups: { forget: () => {} }, pools, log, signal, attempt: 1 };
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
