import type { Db } from '@crm/platform/postgres/transaction.ts';
import { hasNumber } from '../../bits.ts';
import { BLOCK } from '../../block-column.ts';
import { ALWAYS, type Amounts } from './by-amount.ts';
import type { FoundLeads } from './find.ts';
import { areFew, numberCondition } from './number-condition.ts';

/** Minor units by currency. */
export type Value = Record<string, number>;

/**
 * The total value of these leads. Few are looked up; of others, the amounts come from the columns of reports (blocks.ts): to
 * read the rows of a million leads took 1.2 to 1.7 s of processor time.
 * @throws the signal's reason when it is aborted
 */
export async function totalValueOf(
  { tenant, bits }: Pick<FoundLeads, 'tenant' | 'bits'>,
  db: Db,
  { readBlocks, signal }: Amounts,
): Promise<Value> {
  if (areFew(bits)) {
    const { condition, numbers } = numberCondition(bits);
    const { rows } = await db.query<{ currency: string; amount: number }>(
      `select currency, sum(total) as amount from leads where tenant = $1 and ${condition} group by currency`,
      [tenant, numbers],
    );
    return Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]));
  }
  const value = new Map<string, number>();
  const request = { tenant, ...ALWAYS, columns: new Set(['currency', 'total'] as const) };
  for await (const blocks of readBlocks(db, request, signal()))
    for (const { block, size, coded, numbers } of blocks) {
      const [currencies, totals] = [coded.get('currency'), numbers.get('total')];
      for (let slot = 0; slot < size; slot += 1) {
        if (!hasNumber(bits, block * BLOCK + slot)) continue;
        const currency = String(currencies?.values[currencies.codes[slot] ?? 0]);
        value.set(currency, (value.get(currency) ?? 0) + (totals?.[slot] ?? 0));
      }
    }
  return Object.fromEntries(value);
}
