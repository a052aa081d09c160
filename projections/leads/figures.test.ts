import { randomUUID } from 'node:crypto';
import type { Grouping } from '@crm/contracts/reports/query.ts';
import { customReport, leadReport } from '@crm/contracts/reports/reports.ts';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { editsOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { offerCreated } from '@crm/events/offers/story.ts';
import { leadStream, offerStream, userStream } from '@crm/events/streams.ts';
import { details as person } from '@crm/events/users/story.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { addDays, dayAt, midnight } from '../days.ts';
import { build } from '../generations/build.ts';
import { recount } from '../reports/recount.ts';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import type { LeadRow } from './row.ts';
import { leadsProjection } from './table.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const tenants = [tenant, newTenant()];
const operators = ['Asha', 'Ravi', 'Mei'].map((name) => ({ id: UserId.parse(randomUUID()), name }));
const knownOffer = OfferId.parse(randomUUID());
const offers = [null, knownOffer, OfferId.parse(randomUUID())];

/** Leads that are edited, moved between offers, currencies and operators, decided, deleted and restored, at random. */
test('figures and reports equal a recount, live and rebuilt', async () => {
  const { pick, chance, below } = randomFrom(11);
  await addNames();
  for (let n = 0; n < 60; n += 1) {
    const of = pick(tenants);
    const orderId = randomUUID();
    const product = { ...blankDetails.product, offerId: pick(offers), total: below(100_000) };
    const customer = { ...blankDetails.customer, phone: `98765 4321${below(5)}` };
    const sources = { webmaster: pick([null, 'wm-1', 'wm-2']), sub1: pick([null, 'a']) };
    const details = { ...blankDetails, customer, product, source: { ...blankDetails.source, ...sources } };
    const orderedAt = new Date(Date.UTC(2026, 2, 20) + below(20 * 96) * 15 * 60_000).toISOString();
    const events: LeadEvent[] = [{ type: 'LeadCreated', data: { orderId, orderedAt, details } }];
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
        createdAt: orderedAt,
        comments: { count: 0, lastCall: null },
      };
      events.push(
        ...pick<LeadEvent[]>([
          [
            {
              type: 'LeadEdited',
              data: {
                changes: editsOf(details, {
                  product: changes,
                  source: { webmaster: pick([null, 'wm-1', 'wm-2']) },
                }),
              },
            },
          ],
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
    await world.say(stream, of, events.slice(0, cut));
    if (chance(0.5)) await world.caughtUp();
    if (cut < events.length) await world.say(stream, of, events.slice(cut));
  }
  await world.caughtUp();
  await figuresEqualRecount();
  await reportsEqualRecount(12);

  const rebuilt = await build(leadsProjection, {
    pool: world.pools.projections,
    store: world.store,
    log: openLog('silent'),
    signal: new AbortController().signal,
  });
  expect(rebuilt?.comparison?.filter(({ same }) => !same)).toEqual([]);
  await figuresEqualRecount();
  // Other reports than before: a report that was made at this position is not made again.
  await reportsEqualRecount(13);
});

/** Reports filter only by offers and operators of the tenant. */
async function addNames() {
  await world.say(offerStream(knownOffer), tenant, [offerCreated()]);
  for (const { id, name } of operators) {
    const details = { ...person, username: name.toLowerCase(), email: `${name}@demo.test`, fullName: name };
    await world.say(userStream(id), tenant, [{ type: 'UserCreated', data: { details } }]);
  }
}

const groupings: Grouping[] = [
  'day',
  'status',
  'offer',
  'operator',
  'webmaster',
  'sub1',
  'paymentMode',
  'currency',
];

/** Custom reports with random periods, time zones, filters, groups and callers; and the parts of a lead report. */
async function reportsEqualRecount(seed: number) {
  const { pick, chance, below } = randomFrom(seed);
  const { rows: leads } = await db.everyTenant.query<LeadRow>('select * from leads where tenant = $1', [
    tenant,
  ]);
  const admin = callerOf('admin', tenant);
  let counted = 0;
  for (let n = 0; n < 60; n += 1) {
    const timeZone = pick(['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York']);
    const startDate = addDays('2026-03-20', below(15));
    const endDate = addDays(startDate, below(15));
    const own = chance(0.3) ? pick(operators).id : null;
    // An operator cannot ask for a colleague.
    const operator = own ?? pick(operators).id;
    const filters = {
      ...(chance(0.15) && { status: pick(leadStatuses) }),
      ...(chance(0.15) && { currency: pick(['INR', 'USD'] as const) }),
      ...(chance(0.15) && { webmaster: pick(['wm-1', 'wm-2', 'none']) }),
      ...(chance(0.1) && { sub1: 'a' }),
      ...(chance(0.1) && { offer: knownOffer }),
      ...(chance(0.1) && { operator }),
    };
    const groupBy = pick(groupings);
    const caller = own === null ? admin : callerOf('operator', tenant, { id: own });
    const body = { startDate, endDate, timeZone, groupBy, ...filters };
    const { data } = await world.ask(customReport, caller, { body });
    const asked = { operator: own, filters, groupBy, dayOf: (at: Date) => dayAt(at, timeZone) };
    const within = { from: midnight(startDate, 0, timeZone), before: midnight(endDate, 1, timeZone) };
    const groups = recount(leads, { ...asked, ...within });
    const shown = data.rows.filter(({ totalLeads }) => totalLeads > 0);
    const found = new Map(shown.map(({ value, label: _, ...figures }) => [value, figures]));
    expect(found, JSON.stringify(body)).toEqual(groups);
    const sum = [...groups.values()].reduce((total, { totalLeads }) => total + totalLeads, 0);
    expect(data.totalLeads).toBe(sum);
    const before = recount(leads, {
      ...asked,
      from: midnight(data.previous.startDate, 0, timeZone),
      before: within.from,
    });
    expect(data.previous.totalLeads).toBe(
      [...before.values()].reduce((total, { totalLeads }) => total + totalLeads, 0),
    );
    counted += sum;
  }
  expect(counted).toBeGreaterThan(100);

  const query = { startDate: '2026-03-20', endDate: '2026-04-10', timeZone: 'Asia/Kolkata' };
  const { data } = await world.ask(leadReport, admin, { query });
  const within = {
    from: midnight(query.startDate, 0, query.timeZone),
    before: midnight(query.endDate, 1, query.timeZone),
  };
  const by = (groupBy: Grouping) =>
    recount(leads, {
      ...within,
      operator: null,
      filters: {},
      groupBy,
      dayOf: (at) => dayAt(at, query.timeZone),
    });
  for (const { date, totalLeads, orders, revenue } of data.dailyTrends) {
    const day = by('day').get(date);
    expect([totalLeads, orders, revenue]).toEqual([
      day?.totalLeads ?? 0,
      day?.approvedLeads ?? 0,
      day?.revenue ?? [],
    ]);
  }
  for (const { status, leads: count } of data.statusStats)
    expect(count).toBe(by('status').get(status)?.totalLeads ?? 0);
  for (const { webmaster, ...figures } of data.webmasterStats)
    expect(figures).toEqual(by('webmaster').get(webmaster));
}

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
