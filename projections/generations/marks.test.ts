import { randomUUID } from 'node:crypto';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { addChunk, CHUNK, noBits, numbersOf } from '../bits.ts';
import { type Row, table } from '../projection.ts';
import { moveMarks } from './marks.ts';

const db = await testDatabase();

type BoxRow = { id: string; tenant: string; number: number; colours: string[] };
const boxes = table<BoxRow, { type: string; data: unknown }>({
  name: 'boxes',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    number: 'integer not null',
    colours: 'text[] not null',
  },
  key: ['id'],
  marks: { name: 'box_marks', number: 'number', of: ({ colours }) => colours },
  keyOf: () => null,
  fold: (row) => row,
});

const tenants = [randomUUID(), randomUUID()];
const colours = ['red', 'green', 'blue'];

test('marks follow their rows, whatever happens to these, and leave nothing behind', async () => {
  await db.pool.query(
    `create table box_marks_g1 (tenant uuid, mark text, chunk int, bits bytea, primary key (tenant, mark, chunk))`,
  );
  const { below, chance, pick } = randomFrom(3);
  let held = new Map<string, BoxRow>();
  for (let batch = 0; batch < 60; batch += 1) {
    const before = new Map<string, Row>();
    const after = new Map<string, Row | null>();
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
    await inTransaction(db.pool, (tx) => moveMarks(tx, boxes, { before, after }, 1));
    held = new Map(held);
    for (const [key, row] of after) {
      // Rows of the boxes above.
      if (row) held.set(key, row as BoxRow);
      else held.delete(key);
    }
    for (const tenant of tenants)
      for (const colour of colours)
        expect(await marked(tenant, colour)).toEqual(numbersIn(held, tenant, colour));
  }
  expect((await db.pool.query('select * from box_marks_g1')).rows).toEqual([]);
});

const numbersIn = (held: ReadonlyMap<string, BoxRow>, tenant: string, colour: string) =>
  [...held.values()]
    .filter((box) => box.tenant === tenant && box.colours.includes(colour))
    .map(({ number }) => number)
    .sort((a, b) => a - b);

async function marked(tenant: string, colour: string): Promise<number[]> {
  const { rows } = await db.pool.query<{ chunk: number; bits: Buffer }>(
    'select chunk, bits from box_marks_g1 where tenant = $1 and mark = $2',
    [tenant, colour],
  );
  const bits = noBits(4);
  for (const { chunk, bits: bytes } of rows) {
    expect(bytes.at(-1)).not.toBe(0); // the same set is always the same bytes
    addChunk(bits, chunk, bytes);
  }
  return numbersOf(bits);
}
