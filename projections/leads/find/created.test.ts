import { randomUUID } from 'node:crypto';
import { LeadId, TenantId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { asTenant, inTransaction } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { both, noBits, numbersOf } from '../../bits.ts';
import { upsertRows } from '../../generations/rows.ts';
import { columnsOf, createTables, switchViews } from '../../generations/tables.ts';
import { recorded } from '../../test/recorded.ts';
import { leadColumnBlocks } from '../column-blocks.ts';
import { foldLead } from '../fold.ts';
import { type LeadRow, leadColumns } from '../row.ts';
import { leadsProjection } from '../table.ts';
import { createdWithin } from './created.ts';
import { setFrom } from './number-sets.ts';

const db = await testDatabase();
const tenant = TenantId.parse(randomUUID());
const LEADS = 900;
const HOUR = 60 * 60_000;

test('finds the leads of periods that begin and end within blocks', async () => {
  const { below, chance } = randomFrom(23);
  const [event] = recorded<LeadEvent>(leadStream(LeadId.parse(randomUUID())), [
    { type: 'LeadCreated', data: { orderId: 'ORD-1', orderedAt: null, details: blankDetails } },
  ]);
  const plain = event && foldLead(null, event);
  if (!plain) throw new Error('A lead was created');
  // In the order of their numbers, four an hour, but some much earlier, as imported ones are.
  const start = Date.UTC(2026, 0, 1);
  const leads: LeadRow[] = Array.from({ length: LEADS }, (_, number) => {
    const at = start + number * 15 * 60_000 + below(HOUR) - (number > 600 && chance(0.1) ? 150 * HOUR : 0);
    return { ...plain, id: randomUUID(), tenant, number, created_at: new Date(at) };
  });
  await inTransaction(db.everyTenant, async (tx) => {
    await createTables(tx, leadsProjection, 1);
    await switchViews(tx, leadsProjection, 1, []);
    await upsertRows(
      tx,
      { table: 'leads_g1', columns: columnsOf({ columns: leadColumns }), key: ['id'] },
      leads,
    );
    const after = new Map(leads.map((lead) => [lead.id, lead]));
    await leadColumnBlocks.update(tx, 'lead_columns_g1', { before: new Map(), after });
  });
  const times = leads.map(({ created_at }) => created_at.getTime());
  const run = { chunks: [0], first: Math.min(...times), last: Math.max(...times) };
  const every = setFrom(
    leads.map(({ number }) => number),
    noBits(1),
  );
  const periods = Array.from({ length: 60 }, (_, n) => {
    const from = start + below(240 * HOUR);
    return { from, before: n % 5 === 0 ? Number.POSITIVE_INFINITY : from + below(120 * HOUR) };
  });
  const found = await asTenant(db.pool, tenant, (tx) =>
    createdWithin(tx, { tenant, runs: [run] }, periods, every),
  );
  const numbers = found.map((within) => numbersOf(both(within, every)));
  const expected = periods.map(({ from, before }) =>
    leads.filter((_, n) => (times[n] ?? 0) >= from && (times[n] ?? 0) < before).map(({ number }) => number),
  );
  expect(numbers).toEqual(expected);
});
