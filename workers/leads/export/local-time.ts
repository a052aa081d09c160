import { tzOffset } from '@date-fns/tz';

/** Zones change their clocks at a quarter of an hour, if they do. */
const QUARTER_MS = 15 * 60 * 1000;

/** Shows instants as the clocks of a time zone do: gives the milliseconds that UTC would have at that reading. */
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
