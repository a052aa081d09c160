import type { LeadColumnFilter } from '@crm/contracts/leads/column-filters.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addNumber, type Bits } from '../../bits.ts';
import { BLOCK, decodeCoded } from '../../block-column.ts';
import { type LeadColumn, quarterHourOf } from '../column-blocks.ts';

/** The column of each filter. */
export const columnOfFilter: Record<LeadColumnFilter, LeadColumn> = {
  webmaster: 'webmaster',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
  sub4: 'sub4',
  sub5: 'sub5',
  country: 'country',
  paymentMode: 'payment_mode',
  currency: 'currency',
};

/** A value that a column must have. */
export type ColumnCondition = { column: LeadColumn; value: string };

type StoredBlock = { block: number; size: number } & Record<string, string | number>;

type ColumnConditions = {
  tenant: string;
  columns: readonly ColumnCondition[];
  /** The time of creation in ms: blocks of other times are skipped. */
  created: { from: number; before: number } | null;
};

/**
 * The leads with these values, as a set of the size of `length`, from the columns of reports: one row per 256 leads, read by the
 * primary key of lead_columns. No bitmap per value: webmasters and sub ids have too many.
 */
export async function leadsWith(
  db: Db,
  { tenant, columns: conditions, created }: ColumnConditions,
  { length }: Bits,
): Promise<Bits> {
  const columns = [...new Set(conditions.map(({ column }) => column))];
  const { rows } = await db.query<StoredBlock>(
    `select block, size, ${columns.join(', ')} from lead_columns
      where tenant = $1 and last_at >= $2 and first_at <= $3`,
    [tenant, quarterHour(created?.from, FIRST), quarterHour(created?.before, LAST)],
  );
  const bits: Bits = new Uint32Array(length);
  for (const row of rows) addBlock(bits, row, conditions);
  return bits;
}

/** Limits of a Postgres integer, beyond all quarter hours. */
const [FIRST, LAST] = [-(2 ** 31), 2 ** 31 - 1];
const quarterHour = (instant: number | undefined, limit: number) =>
  instant === undefined || !Number.isFinite(instant) ? limit : quarterHourOf(instant);

function addBlock(
  bits: Bits,
  { block, size, ...texts }: StoredBlock,
  conditions: readonly ColumnCondition[],
) {
  const wanted = conditions.map(({ column, value }) => {
    const { values, codes } = decodeCoded(String(texts[column]), size);
    return { codes, code: values.indexOf(value) };
  });
  // Most blocks have no lead with a rare value.
  if (wanted.some(({ code }) => code < 0)) return;
  for (let slot = 0; slot < size; slot += 1) {
    if (!wanted.every(({ codes, code }) => codes[slot] === code)) continue;
    addNumber(bits, block * BLOCK + slot);
  }
}
