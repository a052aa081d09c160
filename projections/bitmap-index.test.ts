import { randomUUID } from 'node:crypto';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { bitmapIndex } from './bitmap-index.ts';
import { addChunk, CHUNK, noBits, numbersOf } from './bits.ts';

const db = await testDatabase();

type BoxRow = { id: string; tenant: string; number: number; colours: string[] };
const byColour = bitmapIndex({ name: 'box_bitmaps', number: 'number', of: ({ colours }: BoxRow) => colours });

const tenants = [randomUUID(), randomUUID()];
const colours = ['red', 'green', 'blue'];

test('bitmaps follow every change of their rows, and no row of a bitmap is left when all rows are deleted', async () => {
  await db.pool.query(
    `create table box_bitmaps (tenant uuid, value text, chunk int, bits bytea, primary key (tenant, value, chunk))`,
  );
  const { below, chance, pick } = randomFrom(3);
  let held = new Map<string, BoxRow>();
  for (let batch = 0; batch < 60; batch += 1) {
    const before = new Map<string, BoxRow>();
    const after = new Map<string, BoxRow | null>();
    for (let n = 0; n < 1 + below(20); n += 1) {
      const [tenant, number] = [
        pick(tenants),
        pick([0, 7, 8, CHUNK - 1, CHUNK, 3 * CHUNK + 5, below(CHUNK)]),
      ];
      const key = `${tenant} ${number}`;
      const was = held.get(key);
      if (was) before.set(key, was);
      const row = { id: key, tenant, number, colours: colours.filter(() => chance(0.5)) };
      after.set(key, batch === 59 || chance(0.3) ? null : row);
    }
    if (batch === 59)
      for (const [key, row] of held) {
        before.set(key, row);
        after.set(key, null);
      }
    await inTransaction(db.pool, (tx) => byColour.update(tx, 'box_bitmaps', { before, after }));
    held = new Map(held);
    for (const [key, row] of after) {
      if (row) held.set(key, row);
      else held.delete(key);
    }
    for (const tenant of tenants)
      for (const colour of colours)
        expect(await withColour(tenant, colour)).toEqual(numbersIn(held, tenant, colour));
  }
  expect((await db.pool.query('select * from box_bitmaps')).rows).toEqual([]);
});

const numbersIn = (held: ReadonlyMap<string, BoxRow>, tenant: string, colour: string) =>
  [...held.values()]
    .filter((box) => box.tenant === tenant && box.colours.includes(colour))
    .map(({ number }) => number)
    .sort((a, b) => a - b);

async function withColour(tenant: string, colour: string): Promise<number[]> {
  const { rows } = await db.pool.query<{ chunk: number; bits: Buffer }>(
    'select chunk, bits from box_bitmaps where tenant = $1 and value = $2',
    [tenant, colour],
  );
  const bits = noBits(4);
  for (const { chunk, bits: bytes } of rows) {
    expect(bytes.at(-1)).not.toBe(0); // no trailing zero bytes: equal sets have equal bytes
    addChunk(bits, chunk, bytes);
  }
  return numbersOf(bits);
}
