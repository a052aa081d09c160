import { type Position, START } from '../port.ts';

/** Where an event stands in the log of EventStoreDB. */
export type LogPosition = { commit: bigint; prepare: bigint };

const DIGITS = 19; // of the largest signed 64-bit number, which is what the server counts with
const TOKEN = /^(\d{19})\/(\d{19})$/;

const padded = (number: bigint) => String(number).padStart(DIGITS, '0');

/** `commit/prepare`, each of a fixed width, so that text order is log order. */
export function positionOf({ commit, prepare }: LogPosition): Position {
  return `${padded(commit)}/${padded(prepare)}` as Position; // an edge: where positions are made
}

/** The place behind a token, null for START; throws RangeError on what this store never gave out. */
export function logPositionOf(position: Position): LogPosition | null {
  if (position === START) return null;
  const [, commit, prepare] = TOKEN.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new RangeError(`Not a position of this event store: ${JSON.stringify(position)}`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
