import { tzOffset } from '@date-fns/tz';

/** Time zones change their offset only at a quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1000;

/** @returns a function that shifts an instant (in ms) by the zone's offset, so that its UTC fields show local time */
export function clockOf(timeZone: string): (instant: number) => number {
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = tzOffset(timeZone, new Date(instant)) * 60_000;
      offsets.set(quarter, offset);
    }
    return instant + offset;
  };
}
