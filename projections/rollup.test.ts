import { randomUUID } from 'node:crypto';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rollup } from './rollup.ts';

const db = await testDatabase();

type OrderRow = {
  id: string;
  tenant: string;
  seller: string | null;
  placed_at: Date;
  urgent: boolean;
  total: number;
};

const figures = rollup({
  name: 'order_figures',
  dimensions: { seller: 'text', placed_at: 'timestamptz', urgent: 'boolean' },
  measures: ['orders', 'total'],
  // Orders without a total are not counted; urgent ones are also counted as not urgent.
  of: ({ seller, placed_at, urgent, total }: OrderRow) =>
    (urgent ? [true, false] : [false])
      .filter(() => total !== 0)
      .map((each) => ({ seller, placed_at, urgent: each, orders: 1, total })),
});

const tenants = [randomUUID(), randomUUID()];
const row = fc.record({
  tenant: fc.constantFrom(...tenants),
  // Values that a key of joined texts would confuse.
  seller: fc.constantFrom(null, 'null', 'a"b', 'a', 'A', ''),
  placed_at: fc.constantFrom(new Date('2026-03-01T00:00:00.000Z'), new Date('2026-03-01T00:00:00.001Z')),
  urgent: fc.boolean(),
  total: fc.constantFrom(0, 1, 250, -40, 2 ** 40),
});
/** Batches of changes: each puts rows (new, edited, moved to another tenant) or deletes them (null). */
const histories = fc.array(
  fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.option(row)), { maxLength: 6 }),
  { minLength: 1, maxLength: 12 },
);

test('every cell equals a recount of the rows after each of many random batches', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (batches) => {
      const table = `order_figures_${randomUUID().replaceAll('-', '')}`;
      const columns = Object.entries(figures.columns).map(([name, type]) => `${name} ${type}`);
      await db.pool.query(`create table ${table} (${columns.join(', ')}, ${figures.unique})`);
      const rows = new Map<string, OrderRow>();
      for (const batch of batches) {
        const before = new Map<string, OrderRow>();
        const after = new Map<string, OrderRow | null>();
        for (const [id, values] of batch) {
          const was = rows.get(id);
          if (was) before.set(id, was);
          after.set(id, values && { id, ...values });
        }
        await inTransaction(db.pool, (tx) => figures.update(tx, table, { before, after }));
        for (const [id, now] of after) {
          if (now) rows.set(id, now);
          else rows.delete(id);
        }
        expect(await visibleCells(table)).toEqual(recount([...rows.values()]));
      }
      await db.pool.query(`drop table ${table}`);
    }),
    { numRuns: 40 },
  );
});

async function visibleCells(table: string) {
  const { rows } = await db.pool.query<Record<string, unknown>>(
    `select tenant, seller, placed_at, urgent, orders, total from ${table} where ${figures.visible}`,
  );
  return sorted(rows);
}

function recount(rows: readonly OrderRow[]) {
  const cells = new Map<string, { orders: number; total: number }>();
  for (const { tenant, seller, placed_at, urgent, total } of rows) {
    if (total === 0) continue;
    for (const each of urgent ? [true, false] : [false]) {
      const key = JSON.stringify({ tenant, seller, placed_at, urgent: each });
      const cell = cells.get(key) ?? { orders: 0, total: 0 };
      cells.set(key, { orders: cell.orders + 1, total: cell.total + total });
    }
  }
  return sorted([...cells].map(([key, cell]) => ({ ...JSON.parse(key), ...cell })));
}

/** Cells as sorted texts; dates as ISO. */
const sorted = (cells: readonly Record<string, unknown>[]) =>
  cells.map((cell) => JSON.stringify(Object.entries(cell).sort())).sort();
