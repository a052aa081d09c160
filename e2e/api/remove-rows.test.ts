import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { apiKeyCreated, renamed, tenantCreated } from '@crm/events/tenants/story.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { tableReadsOf } from '@crm/platform/test/table-reads.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { build } from '@crm/projections/generations/build.ts';
import { projections } from '@crm/projections/projections.ts';
import { removeRows } from '@crm/workers/tenants/remove-rows.ts';
import { expect, test } from 'vitest';

const db = await testDatabase();
const store = testStore(db.url);
const { signal } = new AbortController();

async function recordHistory(tenant: TenantId) {
  const meta = testMeta(tenant);
  const events = [tenantCreated(), apiKeyCreated(randomUUID(), 'Zapier'), renamed('Gulf Trading')];
  const done = await store.append({
    stream: tenantStream(tenant),
    expected: 'none',
    events: events.map((event) => ({ ...event, id: randomUUID(), version: 1, meta })),
  });
  expect(done.kind).toBe('appended');
}

async function rebuildAll() {
  for (const projection of projections) {
    const rebuilt = await build(projection, { pool: db.pool, store, log: openLog('silent'), signal });
    expect(rebuilt).toMatchObject({ projection: projection.name, outcome: 'live' });
  }
}

/** The read models that have rows of a tenant, as queries see them. */
async function modelsWith(tenant: TenantId): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of projections.flatMap(({ tables }) => tables)) {
    const { rows } = await db.everyTenant.query(`select from ${name} where tenant = $1 limit 1`, [tenant]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

test('a rebuild of every read model brings back no row that was removed with its organisation', async () => {
  const [erased, other] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
  await recordHistory(erased);
  await recordHistory(other);
  await rebuildAll();
  const all = ['api_keys', 'audit_events', 'audit_texts', 'tenants'];
  expect(await modelsWith(erased)).toEqual(all);

  await db.everyTenant.query('insert into erased_tenants (tenant) values ($1)', [erased]);
  // Two rows at once: there are more texts than that.
  expect(await removeRows(db.pool, erased, { signal, atOnce: 2 })).toBeGreaterThan(2);
  const kept = ['audit_events', 'tenants'];
  expect(await modelsWith(erased)).toEqual(kept);
  await rebuildAll();
  expect(await modelsWith(erased)).toEqual(kept);
  expect(await modelsWith(other)).toEqual(all);
});

test('reads a table without an index by tenant once, and of other tables only its own rows', async () => {
  const [erased, other] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
  await db.everyTenant.query(
    `/* every tenant: a test */
     insert into past_leads (tenant, list, lead, created_at)
     select t, gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, 20000) n, unnest($1::uuid[]) t`,
    [[other, erased]],
  );
  await db.everyTenant.query(
    `insert into place_blocks (tenant, series, first, last) select $1, n::text, 1, 1 from generate_series(1, 5000) n`,
    [other],
  );
  await db.everyTenant.query('analyze past_leads, place_blocks');
  const reads = await tableReadsOf(db.url, '', async (pool) => {
    expect(await removeRows(pool, erased, { signal, atOnce: 1000 })).toBe(20_000);
  });
  expect(reads.get('past_leads')?.rows).toBeLessThan(50_000);
  expect(reads.get('place_blocks')?.rows).toBe(0);
  const left = await db.everyTenant.query('select from past_leads where tenant = $1', [other]);
  expect(left.rowCount).toBe(20_000);
});
