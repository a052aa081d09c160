import { type Position, START } from '../port.ts';

const DIGITS = 16; // up to Number.MAX_SAFE_INTEGER, so that a position is a plain number inside this folder

/** Row position 17 becomes `0000000000000017`, so that text order is number order; 0 becomes START. */
export function positionOf(row: number): Position {
  return row === 0 ? START : (String(row).padStart(DIGITS, '0') as Position); // a cast: positions are created here
}

/** Whether the text has the form of a position of this store. */
export const isPosition = (text: string): boolean => /^\d{16}$/.test(text);

/** Parses a position to a row position. Throws RangeError for a text that this store never returned. */
export function rowOf(position: Position): number {
  if (position === START) return 0;
  if (!isPosition(position))
    throw new RangeError(`Not a position of this event store: ${JSON.stringify(position)}`);
  return Number(position);
}
