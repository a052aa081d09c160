import { tzOffset } from '@date-fns/tz';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time zones change their offset only at a quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1000;

/** @returns a function that shifts an instant (in ms) by the zone's offset, so that its UTC fields show local time */
export function clockOf(timeZone: string): (instant: number) => number {
  const offsetAt = (instant: number) => tzOffset(timeZone, new Date(instant)) * 60_000;
  /** Null for a day in which the offset changes. */
  const ofDay = remembered((day: number) => {
    const offset = offsetAt(day * DAY_MS);
    return offset === offsetAt((day + 1) * DAY_MS) ? offset : null;
  });
  const ofQuarter = remembered((quarter: number) => offsetAt(quarter * QUARTER_MS));
  return (instant) =>
    instant + (ofDay(Math.floor(instant / DAY_MS)) ?? ofQuarter(Math.floor(instant / QUARTER_MS)));
}

/** @returns a function that formats local time (in ms, as if it were UTC) like 2026-11-21 14:03:05 */
export function timeFormat(): (local: number) => string {
  const dateOf = remembered((day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  return (local) => {
    const day = Math.floor(local / DAY_MS);
    const seconds = Math.floor((local - day * DAY_MS) / 1000);
    return `${dateOf(day)} ${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  };
}

const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const two = (n: number) => twoDigits[Math.floor(n)];

/** Calls `make` once for each argument. */
function remembered<Result>(make: (key: number) => Result): (key: number) => Result {
  const results = new Map<number, Result>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = make(key);
      results.set(key, result);
    }
    return result;
  };
}
