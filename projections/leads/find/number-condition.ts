import { type Bits, bytesOf, countOf, numbersOf } from '../../bits.ts';
import { numberIsOneOf } from './number-sets.ts';

/** A lookup of a lead by number costs as much as skipping so many index entries. Measured: 1.5 and 0.07 µs. */
export const LOOKUP_ENTRIES = 20;

/** Whether it is faster to look leads up by number than to pass this many index entries. */
export const areFew = (bits: Bits, entries = bits.length * 32): boolean =>
  countOf(bits) * LOOKUP_ENTRIES < entries;

/**
 * A condition on leads, with parameter `$2`, that holds for these numbers. If they are few among `entries` index
 * entries, it looks them up (leads_number); otherwise it filters a scan of the sort's index.
 */
export function numberCondition(bits: Bits, entries?: number): { condition: string; numbers: unknown } {
  return areFew(bits, entries)
    ? { condition: numberIsOneOf('$2'), numbers: numbersOf(bits) }
    : { condition: 'get_bit($2::bytea, number) = 1', numbers: bytesOf(bits) };
}
