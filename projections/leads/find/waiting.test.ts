import { randomUUID } from 'node:crypto';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import { leadStream, tenantStream } from '@crm/events/streams.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { noBits, numbersOf } from '../../bits.ts';
import { newTenant, openWorld } from '../../test/world.ts';
import type { LeadRow } from '../row.ts';
import { randomLead } from '../sample-leads.ts';
import { waitingLeads } from './waiting.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const HOUR_MS = 60 * 60 * 1000;
const tenant = newTenant();
type Row = Pick<LeadRow, 'number' | 'status' | 'operator_id' | 'is_urgent' | 'updated_at'>;

test('overdue and urgent leads equal a check of each lead, at any time', async () => {
  // Each event happened at a random moment of the last three days.
  await db.pool.query(`
    create function happened_earlier() returns trigger language plpgsql as $$
    begin
      new.at := clock_timestamp() - random() * interval '72 hours';
      return new;
    end $$;
    create trigger happened_earlier before insert on event_store.events
      for each row execute function happened_earlier()`);
  const random = randomFrom(5);
  const operators = ['Priya', 'Omar'].map((name) => ({ id: UserId.parse(randomUUID()), name }));
  const offers = [OfferId.parse(randomUUID())];
  for (let n = 0; n < 120; n += 1) {
    const { id, events } = randomLead(n, random, { tenant, operators, offers });
    const [created, ...others] = events;
    if (created?.type !== 'LeadCreated') throw new Error('A lead begins with its creation');
    const handling = { ...created.data.details.handling, isUrgent: random.chance(0.3) };
    const details = { ...created.data.details, handling };
    await world.say(leadStream(LeadId.parse(id)), tenant, [
      { type: 'LeadCreated', data: { ...created.data, details } },
      ...others,
    ]);
  }
  await world.say(tenantStream(tenant), tenant, [
    { type: 'TenantCreated', data: { organizationName: 'Demo Sales' } },
  ]);
  await world.caughtUp();
  const { rows } = await db.everyTenant.query<Row>(
    'select number, status, operator_id, is_urgent, updated_at from leads where tenant = $1 order by number',
    [tenant],
  );
  expect(rows).toHaveLength(120);

  let [overdueSeen, urgentSeen] = [0, 0];
  for (const overdueHours of [24, 1, 60]) {
    await world.say(tenantStream(tenant), tenant, [
      { type: 'SettingsChanged', data: { changes: { overdueHours } } },
    ]);
    await world.caughtUp();
    // The moments at which leads become overdue, from now on: no event is in the future.
    const limits = rows
      .map(({ updated_at }) => updated_at.getTime() + overdueHours * HOUR_MS)
      .filter((limit) => limit > Date.now());
    for (const now of [
      Date.now(),
      ...limits.slice(0, 25).flatMap((limit) => [limit - 1, limit, limit + 1]),
    ]) {
      const isOpen = ({ status }: Row) => status === 'processing' || status === 'hold';
      const isOverdue = (row: Row) => isOpen(row) && row.updated_at.getTime() <= now - overdueHours * HOUR_MS;
      const isUrgent = (row: Row) =>
        isOpen(row) && (row.is_urgent || (isOverdue(row) && row.operator_id !== null));
      const numbers = (kind: 'overdue' | 'urgent') =>
        asTenant(world.pools.queries, tenant, async (tx) =>
          numbersOf(await waitingLeads(tx, { tenant, kind, now }, noBits(1))),
        );
      const overdue = rows.filter(isOverdue).map(({ number }) => number);
      const urgent = rows.filter(isUrgent).map(({ number }) => number);
      expect(await numbers('overdue')).toEqual(overdue);
      expect(await numbers('urgent')).toEqual(urgent);
      overdueSeen += overdue.length;
      urgentSeen += urgent.length;
    }
  }
  expect(overdueSeen).toBeGreaterThan(500);
  expect(urgentSeen).toBeGreaterThan(500);
});
