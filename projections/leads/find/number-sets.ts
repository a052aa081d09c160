import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { QueryConfig } from 'pg';
import { addNumber, type Bits } from '../../bits.ts';

/**
 * The condition that a number is in an array parameter. A subquery, so that the planner does not examine each of
 * thousands of elements: that took 53 ms for 35,000.
 */
export const numberIsOneOf = (list: string) => `number = any((select ${list}::int[])::int[])`;

/** Runs a SELECT of numbers and returns them as one array: one row per number would cost ten times as much. */
export const numbersBy = (db: Db, sql: string, values: readonly unknown[]): Promise<number[]> =>
  readOneArray(db, { text: inOneArray(sql), values: [...values] });

/** The same for a SELECT that is planned once (platform/postgres/prepared.ts). */
export const preparedNumbersBy = (db: Db, sql: string, values: readonly unknown[]): Promise<number[]> =>
  readOneArray(db, prepared(inOneArray(sql), values));

const inOneArray = (sql: string) => `select array_agg(number)::text as numbers from (${sql}) f`;

async function readOneArray(db: Db, query: QueryConfig): Promise<number[]> {
  const { rows } = await db.query<{ numbers: string | null }>(query);
  return readNumbers(rows[0]?.numbers ?? '{}');
}

/** Parses `{1,20,3}`; '{}' is empty. A manual parser, because there may be a million numbers. */
export function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let n = 0;
  for (let i = 1; i < text.length && text.length > 2; i += 1) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9) {
      n = n * 10 + digit;
    } else {
      numbers.push(n);
      n = 0;
    }
  }
  return numbers;
}
const ZERO = '0'.charCodeAt(0);

/** These numbers as a set of the same size as `length`. */
export function setFrom(numbers: readonly number[], { length }: Bits): Bits {
  const bits: Bits = new Uint32Array(length);
  for (const n of numbers) addNumber(bits, n);
  return bits;
}
