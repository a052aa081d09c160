import { randomUUID } from 'node:crypto';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK, slotsOf } from './block-column.ts';
import { columnBlocks } from './column-blocks.ts';

const db = await testDatabase();

type OrderRow = {
  id: string;
  tenant: string;
  number: number;
  placed: number;
  paid: number | null;
  seller: string | null;
  total: number;
};

const orders = columnBlocks({
  name: 'order_columns',
  number: 'number',
  columns: { paid: 'coded', seller: 'coded', total: 'numbers' },
  ranges: ['paid'],
  of: ({ placed, paid, seller, total }: OrderRow) => ({ at: placed, paid, seller, total }),
});

const tenants = [randomUUID(), randomUUID()];
const row = fc.record({
  placed: fc.integer({ min: 0, max: 5 }),
  paid: fc.option(fc.integer({ min: 0, max: 5 })),
  // Values that a wrong encoding would confuse.
  seller: fc.constantFrom(null, 'null', '"', '\\', '{a,b}', ''),
  total: fc.constantFrom(0, 1, -40, 2 ** 40),
});
/** Keys at the ends of blocks; a key has one tenant and one number. */
const keys = [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 7].flatMap((number) =>
  tenants.map((tenant) => ({ id: `${tenant} ${number}`, tenant, number })),
);
/** Batches of changes: each puts rows (new or edited) or deletes them (null). */
const histories = fc.array(fc.array(fc.tuple(fc.constantFrom(...keys), fc.option(row)), { maxLength: 8 }), {
  minLength: 1,
  maxLength: 10,
});

type Stored = { tenant: string; block: number; size: number; first_at: number; last_at: number } & {
  first_paid: number | null;
  last_paid: number | null;
} & Record<'at' | 'paid' | 'seller' | 'total', string>;

/** The rows of a stored block: number, values. */
function rowsOf({ tenant, block, size, at, paid, seller, total }: Stored) {
  const [times, payments, sellers, totals] = [
    slotsOf('coded', at, size),
    slotsOf('coded', paid, size),
    slotsOf('coded', seller, size),
    slotsOf('numbers', total, size),
  ];
  return Array.from({ length: size }, (_, slot) => ({
    tenant,
    number: block * BLOCK + slot,
    placed: times[slot],
    paid: payments[slot],
    seller: sellers[slot],
    total: totals[slot],
  })).filter(({ placed }) => placed !== null);
}

test('the blocks hold exactly the rows after each of many random batches', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (batches) => {
      const table = `order_columns_${randomUUID().replaceAll('-', '')}`;
      const columns = Object.entries(orders.columns).map(([name, type]) => `${name} ${type}`);
      await db.pool.query(`create table ${table} (${columns.join(', ')}, ${orders.unique})`);
      const rows = new Map<string, OrderRow>();
      for (const batch of batches) {
        const before = new Map<string, OrderRow>();
        const after = new Map<string, OrderRow | null>();
        for (const [key, values] of batch) {
          const was = rows.get(key.id);
          if (was) before.set(key.id, was);
          after.set(key.id, values && { ...key, ...values });
        }
        await inTransaction(db.pool, (tx) => orders.update(tx, table, { before, after }));
        for (const [id, now] of after) now ? rows.set(id, now) : rows.delete(id);

        const stored = (await db.pool.query<Stored>(`select * from ${table}`)).rows;
        const found = stored.flatMap(rowsOf);
        const order = (a: { tenant: string; number: number }, b: { tenant: string; number: number }) =>
          a.tenant.localeCompare(b.tenant) || a.number - b.number;
        expect(found.sort(order)).toEqual([...rows.values()].map(({ id: _, ...each }) => each).sort(order));
        for (const block of stored) {
          const times = rowsOf(block).map(({ placed }) => Number(placed));
          expect([block.first_at, block.last_at]).toEqual([Math.min(...times), Math.max(...times)]);
          const paid = rowsOf(block).flatMap((each) => (typeof each.paid === 'number' ? [each.paid] : []));
          const range = paid.length === 0 ? [null, null] : [Math.min(...paid), Math.max(...paid)];
          expect([block.first_paid, block.last_paid]).toEqual(range);
        }
      }
      await db.pool.query(`drop table ${table}`);
    }),
    { numRuns: 25, seed: 5 },
  );
});
