import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, expect, test } from 'vitest';
import { sweepLogs } from './retention.ts';

const db = await testDatabase();
const store = testStore(db.url);
const pools = testPools(db.url, openLog('silent'));
const pool = pools.projections;
afterAll(async () => {
  await store.close();
  await pools.end();
});

async function newTenant(retention?: { days: number; maxLogs: number | null }) {
  const tenant = TenantId.parse(randomUUID());
  const history = [
    { type: 'TenantCreated', data: { organizationName: 'Demo' } },
    ...(retention ? [{ type: 'PostbackLogRetentionSet', data: retention }] : []),
  ];
  const meta = testMeta(tenant);
  const events = history.map((event) => ({ id: randomUUID(), version: 1, ...event, meta }));
  await store.append({ stream: tenantStream(tenant), expected: 'none', events });
  return tenant;
}

/** Creates `n` deliveries, one per day; the newest is an hour old. */
async function deliveries(tenant: string, n: number, status: string) {
  const postback = randomUUID();
  await pool.query('insert into postback_lanes (postback, tenant, sent, success) values ($1, $2, $3, $3)', [
    postback,
    tenant,
    n,
  ]);
  await pool.query(
    `with made as (
       insert into postback_deliveries (id, tenant, postback, lead, event_id, event, status, max_attempts, created_at)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), 'new_lead', $3, 4,
              now() - interval '1 hour' - d * interval '1 day' from generate_series(0, $4 - 1) d
       returning id)
     select count(*) from made`,
    [tenant, postback, status, n],
  );
  return postback;
}

async function left(postback: string) {
  const { rows } = await pool.query<{ n: number; counted: number; oldest: number; sent: number }>(
    `select count(*)::int as n, extract(day from now() - min(created_at))::int as oldest,
            (select sum(n)::int from postback_counts where postback = $1) as counted,
            (select sent from postback_lanes where postback = $1) as sent
       from postback_deliveries where postback = $1`,
    [postback],
  );
  return rows[0];
}

test('deletes logs by age and by count, oldest first, but no unfinished delivery', async () => {
  const byDefault = await deliveries(await newTenant(), 120, 'success');
  const short = await newTenant({ days: 10, maxLogs: null });
  const [ended, waiting] = [await deliveries(short, 30, 'failed'), await deliveries(short, 30, 'pending')];
  const few = await deliveries(await newTenant({ days: 3650, maxLogs: 1000 }), 1200, 'success');
  const signal = new AbortController().signal;
  await sweepLogs({ store, pool, signal });
  expect(await left(byDefault)).toEqual({ n: 90, counted: 90, oldest: 89, sent: 120 });
  expect(await left(ended)).toEqual({ n: 10, counted: 10, oldest: 9, sent: 30 });
  expect(await left(waiting)).toMatchObject({ n: 30, counted: 30 });
  expect(await left(few)).toMatchObject({ n: 1000, counted: 1000, oldest: 999, sent: 1200 });
});

test('two sweeps at once leave the maximum', async () => {
  await db.everyTenant.query('delete from postback_lanes'); // the first sweep begins with this postback
  const few = await deliveries(await newTenant({ days: 3650, maxLogs: 1000 }), 1200, 'success');
  const signal = new AbortController().signal;
  /** The second sweep runs after the first one has deleted by age, before its next transaction. */
  let isFirst = true;
  const connect = async () => {
    if (!isFirst) await sweepLogs({ store, pool, signal });
    isFirst = false;
    return pool.connect();
  };
  const query = pool.query.bind(pool);
  await sweepLogs({ store, pool: Object.assign(Object.create(pool), { connect, query }), signal });
  expect(await left(few)).toMatchObject({ n: 1000, counted: 1000 });
});

test('a retention that cannot be applied keeps the logs of no other postback, and fails the run', async () => {
  const wrong = await newTenant({ days: 3_000_000_000, maxLogs: null }); // as an imported history may have it
  await deliveries(wrong, 1, 'success');
  const others = await Promise.all(
    [0, 1, 2, 3].map(async () => deliveries(await newTenant(), 120, 'success')),
  );
  const swept = sweepLogs({ store, pool, signal: new AbortController().signal });
  await expect(swept).rejects.toThrow('1 logs were not swept');
  for (const other of others) expect(await left(other)).toMatchObject({ n: 90 });
});
