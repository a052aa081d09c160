import { randomUUID } from 'node:crypto';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { tableReadsOf } from '@crm/platform/test/table-reads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHUNK } from '../bits.ts';
import { newTenant, openWorld } from '../test/world.ts';
import { filterValue } from './filter-values.ts';
import { leadsAfter, type OwnedLead } from './of-operator.ts';
import { randomLead } from './sample-leads.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const operators = ['Priya', 'Omar'].map((name) => ({ id: UserId.parse(randomUUID()), name }));
const owner = { tenant, operator: operators[0]?.id ?? '' };
let owned: OwnedLead[] = [];

beforeAll(async () => {
  const random = randomFrom(7);
  const offers = [OfferId.parse(randomUUID())];
  for (let n = 0; n < 60; n += 1) {
    const { id, events } = randomLead(n, random, { tenant, operators, offers });
    await world.say(leadStream(LeadId.parse(id)), tenant, events);
  }
  await world.caughtUp();
  const { rows } = await db.everyTenant.query<OwnedLead>(
    `select id, number, order_id as "orderId" from leads where tenant = $1 and operator_id = $2 order by number`,
    [tenant, owner.operator],
  );
  owned = rows;
  expect(owned.length).toBeGreaterThan(8);
});

test.each([1, 3, 1000])('gives all leads of an operator in parts of at most %d', async (limit) => {
  const found: OwnedLead[] = [];
  for (let after = -1; ; ) {
    const part = await leadsAfter(db.everyTenant, owner, after, limit);
    const last = part.at(-1);
    if (!last) break;
    expect(part.length).toBeLessThanOrEqual(limit);
    found.push(...part);
    after = last.number;
  }
  expect(found).toEqual(owned);
});

test('reads no more chunks than it needs', async () => {
  await db.everyTenant.query(
    `insert into lead_bitmaps (tenant, value, chunk, bits)
     select $1, $2, n, decode(repeat('ff', ${CHUNK / 8}), 'hex') from generate_series(1, 2000) n`,
    [tenant, filterValue.operator(owner.operator)],
  );
  await db.everyTenant.query('analyze lead_bitmaps_g1');
  let found: OwnedLead[] = [];
  const reads = await tableReadsOf(db.url, '', async (pool) => {
    found = await leadsAfter(pool, owner, -1, 1000);
  });
  expect(found).toEqual(owned);
  expect(reads.get('lead_bitmaps_g1')?.rows).toBeLessThan(5);
});
