import { tzOffset } from '@date-fns/tz';

/**
 * Returns the instant at which the clocks of a time zone show a time. Where they skip it, the instant is after the change,
 * so that midnight is the beginning of its day; of a time that comes twice, it is either one. TZDate of the same library
 * takes three times as long, for each row of a file.
 * @param local the time of the clocks as if it were UTC, in ms since 1970
 */
export function instantOf(local: number, timeZone: string): number {
  const withOffsetAt = (at: number) => local - Math.round(tzOffset(timeZone, new Date(at)) * 60_000);
  const first = withOffsetAt(local);
  const second = withOffsetAt(first);
  if (second === first || withOffsetAt(second) === second) return second;
  return Math.max(first, second);
}
