import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, countOf } from '../../bits.ts';
import type { DecodedBlock } from '../../block-cache.ts';
import { BLOCK } from '../../block-column.ts';
import type { ReadBlocks } from '../blocks.ts';

/** Reads the amounts of leads; `signal` stops it when its caller has left. */
export type Amounts = { readBlocks: ReadBlocks; signal: () => AbortSignal };

/** A part of leads in ascending order: `length` leads after the first `skipped`. */
export type Slice = { skipped: number; length: number };

/** All quarter hours: those of a Postgres integer. */
export const ALWAYS = { time: 'at', from: -(2 ** 31), before: 2 ** 31 - 1 } as const;

/**
 * The numbers of a slice of these leads by amount, then by number. Reads the amounts from the columns of reports
 * (blocks.ts), of which an active process has most decoded. In the middle of a million leads, skipping half a million
 * entries of the index takes 50 ms.
 * @throws the signal's reason when it is aborted
 */
export async function slicedByAmount(
  { tenant, bits }: { tenant: string; bits: Bits },
  slice: Slice,
  db: Db,
  { readBlocks, signal }: Amounts,
): Promise<number[]> {
  const blocks: DecodedBlock[] = [];
  const request = { tenant, ...ALWAYS, columns: new Set(['total'] as const) };
  for await (const some of readBlocks(db, request, signal())) blocks.push(...some);

  const { least, most } = likelyRange(blocks, bits, slice);
  const likely = leadsWithin(blocks, bits, least, most);
  const isThere =
    likely.less <= slice.skipped && slice.skipped + slice.length <= likely.less + likely.numbers.length;
  return sliceOf(isThere ? likely : leadsWithin(blocks, bits, -Infinity, Infinity), slice);
}

/** Leads in the order of their numbers, each with its amount, and how many have a smaller one than all of these. */
type Part = { less: number; amounts: number[]; numbers: number[] };

/** The leads of a set whose amount is from `least` to `most`. */
function leadsWithin(blocks: readonly DecodedBlock[], bits: Bits, least: number, most: number): Part {
  const part: Part = { less: 0, amounts: [], numbers: [] };
  for (const { block, numbers } of blocks) {
    const totals = numbers.get('total') ?? new Float64Array(0);
    for (let from = 0; from < totals.length; from += 32) {
      const word = bits[(block * BLOCK + from) >>> 5] ?? 0;
      if (word === 0) continue;
      for (let bit = 0; bit < 32; bit += 1) {
        if (((word >>> bit) & 1) === 0) continue;
        const amount = totals[from + bit] ?? 0;
        if (amount < least) part.less += 1;
        else if (amount <= most) {
          part.amounts.push(amount);
          part.numbers.push(block * BLOCK + from + bit);
        }
      }
    }
  }
  return part;
}

const SAMPLES = 4_000;
/** Standard deviations of a sample's rank: a slice lies outside once in thousands of pages. */
const MARGIN = 3.5;

/** The amounts between which a slice probably lies, from a random sample: without one, all leads would be ordered. */
function likelyRange(blocks: readonly DecodedBlock[], bits: Bits, { skipped, length }: Slice) {
  const sample = sampleOf(blocks, bits).sort();
  const count = countOf(bits);
  const at = (place: number) => Math.round((place / count) * sample.length);
  const margin = MARGIN * Math.sqrt(sample.length / 4);
  return {
    least: sample[Math.floor(at(skipped) - margin)] ?? -Infinity,
    most: sample[Math.ceil(at(skipped + length) + margin)] ?? Infinity,
  };
}

/** Amounts of leads of the set, at random. Fewer if the set has one lead in hundreds. */
function sampleOf(blocks: readonly DecodedBlock[], bits: Bits): Float64Array {
  const sample = new Float64Array(SAMPLES);
  let size = 0;
  for (let tries = 0; tries < 100 * SAMPLES && size < SAMPLES; tries += 1) {
    const { block = 0, numbers } = blocks[Math.floor(Math.random() * blocks.length)] ?? {};
    const slot = Math.floor(Math.random() * BLOCK);
    const number = block * BLOCK + slot;
    if ((((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 0) continue;
    sample[size] = numbers?.get('total')?.[slot] ?? 0;
    size += 1;
  }
  return sample.subarray(0, size);
}

function sliceOf({ less, amounts, numbers }: Part, { skipped, length }: Slice): number[] {
  const ordered = Float64Array.from(amounts);
  const least = valueAt(ordered, skipped - less);
  // The values before this place are not greater than those from it on.
  const most = valueAt(ordered.subarray(skipped - less), length - 1);
  let smaller = less;
  const [ofLeast, between, ofMost]: [number[], number[], number[]] = [[], [], []];
  amounts.forEach((amount, at) => {
    if (amount < least) smaller += 1;
    else if (amount === least) ofLeast.push(at);
    else if (amount < most) between.push(at);
    else if (amount === most) ofMost.push(at);
  });
  // Leads of one amount are in the order of their numbers already, and stay so: sorting is stable.
  between.sort((a, b) => (amounts[a] ?? 0) - (amounts[b] ?? 0));
  return ofLeast
    .slice(skipped - smaller)
    .concat(between, ofMost)
    .slice(0, length)
    .map((at) => numbers[at] ?? 0);
}

/**
 * The value that is at a place when the values are in ascending order. Takes time in proportion to the number of values,
 * however many are equal, and changes their order: those before the place are not greater, those after it not less.
 */
export function valueAt(values: Float64Array, place: number): number {
  let [from, to] = [0, values.length - 1];
  for (;;) {
    // At random, so that no order of the values makes it slow.
    const middle = values[from + Math.floor(Math.random() * (to - from + 1))] ?? 0;
    let [less, at, greater] = [from, from, to];
    while (at <= greater) {
      const value = values[at] ?? 0;
      if (value < middle) {
        values[at] = values[less] ?? 0;
        values[less] = value;
        less += 1;
        at += 1;
      } else if (value > middle) {
        values[at] = values[greater] ?? 0;
        values[greater] = value;
        greater -= 1;
      } else at += 1;
    }
    if (place < less) to = less - 1;
    else if (place > greater) from = greater + 1;
    else return middle;
  }
}
