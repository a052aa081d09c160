import type { Db } from '@crm/platform/postgres/transaction.ts';
import { CHUNK } from '../bits.ts';
import type { AnyTable, Row } from '../projection.ts';
import type { Changes } from './fold.ts';
import { generationOf } from './tables.ts';

/** What a batch does to one chunk of one mark. */
type Move = { tenant: string; mark: string; chunk: number; set: number[]; cleared: number[] };

/** Brings the marks of a table on from its rows before to its rows after a batch: a read and a write, however many. */
export async function moveMarks(
  tx: Db,
  { marks }: Pick<AnyTable<never>, 'marks'>,
  { before, after }: Pick<Changes, 'before' | 'after'>,
  generation: number,
) {
  if (!marks) return;
  const moves = movesOf(marks, before, after);
  if (moves.length === 0) return;
  const table = generationOf(marks.name, generation);
  const keys = [moves.map((m) => m.tenant), moves.map((m) => m.mark), moves.map((m) => m.chunk)];
  const { rows } = await tx.query<{ n: number; bits: Buffer }>({
    name: `marks ${table}`,
    text: `select k.n::int, m.bits from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality k(tenant, mark, chunk, n)
           join ${table} m using (tenant, mark, chunk)`,
    values: keys,
  });
  const held = new Map(rows.map(({ n, bits }) => [n - 1, bits]));
  const written = moves.map((move, i) => ({ move, bytes: moved(held.get(i), move) }));
  const some = written.filter(({ bytes }) => bytes.length > 0);
  await tx.query({
    name: `mark ${table}`,
    text: `insert into ${table} as m (tenant, mark, chunk, bits)
           select * from unnest($1::uuid[], $2::text[], $3::int[], $4::bytea[])
           on conflict (tenant, mark, chunk) do update set bits = excluded.bits`,
    values: [
      some.map(({ move }) => move.tenant),
      some.map(({ move }) => move.mark),
      some.map(({ move }) => move.chunk),
      some.map(({ bytes }) => bytes),
    ],
  });
  const none = written.filter(({ bytes }) => bytes.length === 0);
  if (none.length > 0)
    await tx.query(
      `delete from ${table} m using unnest($1::uuid[], $2::text[], $3::int[]) k(tenant, mark, chunk)
        where m.tenant = k.tenant and m.mark = k.mark and m.chunk = k.chunk`,
      [
        none.map(({ move }) => move.tenant),
        none.map(({ move }) => move.mark),
        none.map(({ move }) => move.chunk),
      ],
    );
}

/** A chunk's bytes after a move, without zeros at its end: the same set is always the same bytes. */
function moved(bytes: Buffer | undefined, { set, cleared }: Move): Buffer {
  const bits = Buffer.alloc(CHUNK / 8);
  bytes?.copy(bits);
  for (const n of set) bits[n >> 3] = (bits[n >> 3] ?? 0) | (1 << (n & 7));
  for (const n of cleared) bits[n >> 3] = (bits[n >> 3] ?? 0) & ~(1 << (n & 7));
  let end = bits.length;
  while (end > 0 && bits[end - 1] === 0) end -= 1;
  return bits.subarray(0, end);
}

function movesOf(
  { number, of }: NonNullable<AnyTable<never>['marks']>,
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row | null>,
): Move[] {
  const moves = new Map<string, Move>();
  const moveOf = (row: Row, mark: string): Move => {
    const chunk = Math.floor(Number(row[number]) / CHUNK);
    const key = `${row.tenant} ${chunk} ${mark}`;
    let move = moves.get(key);
    if (!move) {
      move = { tenant: row.tenant, mark, chunk, set: [], cleared: [] };
      moves.set(key, move);
    }
    return move;
  };
  for (const [key, now] of after) {
    const was = before.get(key) ?? null;
    const marksBefore = was ? of(was) : [];
    const marksNow = now ? of(now) : [];
    // One that was taken away and came back within the batch has another number.
    const same = was?.[number] === now?.[number];
    for (const mark of marksBefore)
      if (was && !(same && marksNow.includes(mark)))
        moveOf(was, mark).cleared.push(Number(was[number]) % CHUNK);
    for (const mark of marksNow)
      if (now && !(same && marksBefore.includes(mark)))
        moveOf(now, mark).set.push(Number(now[number]) % CHUNK);
  }
  return [...moves.values()];
}
