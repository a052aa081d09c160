import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { leadStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';
import { releaseEnded } from './release.ts';

const { pool, url } = await testDatabase();
const store = testStore(url);
// The columns of the read models that a release reads.
await pool.query(`
  create table tenants (id uuid primary key, imported_at timestamptz);
  create table work_leads (id uuid primary key, tenant uuid, taken_by uuid, taken_until timestamptz)`);

const tenant = TenantId.parse(randomUUID());
const operator = { id: UserId.parse(randomUUID()), name: 'Omar' };
const until = '2026-03-01T11:00:00.000Z';

test('a lease behind a page of leads that do not exist is released', async () => {
  const id = leadIdOf(tenant, 'ORDER-1');
  const events = [
    { type: 'LeadCreated', data: { orderId: 'ORDER-1', orderedAt: null, details: blankDetails } },
    { type: 'LeadTaken', data: { operator, until, fromPool: false } },
  ].map((event) => ({
    id: randomUUID(),
    version: knownVersions[event.type] ?? 1,
    ...event,
    meta: testMeta(tenant),
  }));
  await store.append({ stream: leadStream(id), expected: 'none', events });
  await pool.query('insert into tenants values ($1, now())', [tenant]);
  const ended = 'insert into work_leads select gen_random_uuid(), $1, $2, $3 from generate_series(1, $4)';
  await pool.query(ended, [tenant, operator.id, '2000-01-01T00:00:00.000Z', 1_000]);
  await pool.query('insert into work_leads values ($1, $2, $3, $4)', [id, tenant, operator.id, until]);
  await releaseEnded({ pool, store });
  expect((await store.readStream(leadStream(id))).map(({ type }) => type)).toContain('LeadReleased');
});
