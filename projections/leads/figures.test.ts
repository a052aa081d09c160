import { randomUUID } from 'node:crypto';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { editsOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { build } from '../generations/build.ts';
import { newTenant, openWorld } from '../test/world.ts';
import { leadsProjection } from './table.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenants = [newTenant(), newTenant()];
const operators = ['Asha', 'Ravi', 'Mei'].map((name) => ({ id: UserId.parse(randomUUID()), name }));
const offers = [null, OfferId.parse(randomUUID()), OfferId.parse(randomUUID())];

/** Leads that are edited, moved between offers, currencies and operators, decided, deleted and restored, at random. */
test('figures by operator, by offer, by day and by quarter hour equal a recount, live and rebuilt', async () => {
  const random = randomFrom(11);
  const { pick, chance, below } = random;
  for (let n = 0; n < 30; n += 1) {
    const tenant = pick(tenants);
    const orderId = randomUUID();
    const product = { ...blankDetails.product, offerId: pick(offers), total: below(100_000) };
    const details = { ...blankDetails, product };
    const events: LeadEvent[] = [{ type: 'LeadCreated', data: { orderId, orderedAt: null, details } }];
    for (let step = 0; step < 8; step += 1) {
      const operator = chance(0.3) ? null : pick(operators);
      const to = pick(leadStatuses);
      const changes = {
        offerId: pick(offers),
        total: below(100_000),
        currency: pick(['INR', 'USD'] as const),
      };
      const deleted = {
        orderId,
        details,
        createdAt: '2026-01-01T00:00:00.000Z',
        comments: { count: 0, lastCall: null },
      };
      events.push(
        ...pick<LeadEvent[]>([
          [{ type: 'LeadEdited', data: { changes: editsOf(details, { product: changes }) } }],
          [{ type: 'LeadStatusChanged', data: { from: 'processing', to, reason: null } }],
          operator
            ? [{ type: 'LeadAssigned', data: { operator, from: null, reason: null } }]
            : [{ type: 'LeadUnassigned', data: { from: pick(operators), reason: null } }],
          [
            { type: 'LeadDeleted', data: { reason: null } },
            {
              type: 'LeadRestored',
              data: { undoes: randomUUID(), from: to, to, reason: null, operator, pending: null, deleted },
            },
          ],
        ]),
      );
    }
    if (chance(0.2)) events.push({ type: 'LeadDeleted', data: { reason: null } });
    const stream = leadStream(LeadId.parse(randomUUID()));
    // In two parts, so that rows change within a batch and across batches.
    const cut = 1 + below(events.length);
    await world.say(stream, tenant, events.slice(0, cut));
    if (chance(0.5)) await world.caughtUp();
    if (cut < events.length) await world.say(stream, tenant, events.slice(cut));
  }
  await world.caughtUp();
  await figuresEqualRecount();

  const rebuilt = await build(leadsProjection, {
    pool: world.pools.projections,
    store: world.store,
    log: openLog('silent'),
    signal: new AbortController().signal,
  });
  expect(rebuilt?.comparison?.filter(({ same }) => !same)).toEqual([]);
  await figuresEqualRecount();
});

async function figuresEqualRecount() {
  const byOperator = await db.everyTenant.query(
    `select tenant, operator_id, status, leads from lead_figures_by_operator order by 1, 2, 3`,
  );
  const operatorRecount = await db.everyTenant.query(
    `select tenant, operator_id, status, count(*)::bigint as leads from leads
      where operator_id is not null group by 1, 2, 3 order by 1, 2, 3`,
  );
  expect(byOperator.rows.length).toBeGreaterThan(5);
  expect(byOperator.rows).toEqual(operatorRecount.rows);

  const byOffer = await db.everyTenant.query(
    `select tenant, offer_id, status, currency, leads, total from lead_figures_by_offer order by 1, 2, 3, 4`,
  );
  const offerRecount = await db.everyTenant.query(
    `select tenant, offer_id, status, currency, count(*)::bigint as leads, sum(total)::bigint as total from leads
      where offer_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
  expect(byOffer.rows.length).toBeGreaterThan(5);
  expect(byOffer.rows).toEqual(offerRecount.rows);

  const revenue = await db.everyTenant.query(
    `select tenant, quarter_hour, currency, orders, total from lead_revenue_by_quarter_hour order by 1, 2, 3`,
  );
  const revenueRecount = await db.everyTenant.query(
    `select tenant, date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z') as quarter_hour, currency,
            count(*)::bigint as orders, sum(total)::bigint as total
       from leads where status = 'approved' group by 1, 2, 3 order by 1, 2, 3`,
  );
  expect(revenue.rows.length).toBeGreaterThan(1);
  expect(revenue.rows).toEqual(revenueRecount.rows);

  const byOperatorDay = await db.everyTenant.query(
    `select tenant, day, operator_id, currency, leads, approved, revenue from lead_figures_by_operator_day
      order by 1, 2, 3, 4`,
  );
  const operatorDayRecount = await db.everyTenant.query(
    `select tenant, date_bin('1 day', created_at, '2000-01-01T00:00:00Z') as day, operator_id, currency,
            count(*)::bigint as leads, count(*) filter (where status = 'approved')::bigint as approved,
            coalesce(sum(total) filter (where status = 'approved'), 0)::bigint as revenue
       from leads where operator_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
  expect(byOperatorDay.rows.length).toBeGreaterThan(5);
  expect(byOperatorDay.rows).toEqual(operatorDayRecount.rows);
}
