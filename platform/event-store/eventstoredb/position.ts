import { type Position, START } from '../port.ts';

/** The position of an event in the log of EventStoreDB. */
export type LogPosition = { commit: bigint; prepare: bigint };

const DIGITS = 19; // digits of the largest signed 64-bit number, the server's type
const TOKEN = /^(\d{19})\/(\d{19})$/;

const padded = (number: bigint) => String(number).padStart(DIGITS, '0');

/** `commit/prepare`, each with a fixed width, so that text order is log order. */
export function positionOf({ commit, prepare }: LogPosition): Position {
  const text = padded(commit);
  // They are equal but for transactions over TCP, and a number as text costs as much as the rest of an event's conversion.
  return `${text}/${commit === prepare ? text : padded(prepare)}` as Position; // a cast: positions are created here
}

/** Whether the text has the form of a position of this store. */
export const isPosition = (text: string): text is Position => TOKEN.test(text);

/** Parses a position; null for START. Throws RangeError for a text that this store never returned. */
export function logPositionOf(position: Position): LogPosition | null {
  if (position === START) return null;
  const [, commit, prepare] = TOKEN.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new RangeError(`Not a position of this event store: ${JSON.stringify(position)}`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
