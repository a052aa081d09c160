import { formatTimeIn } from '../../format/date.ts';
import { offsetAt } from '../../format/period.ts';

/** The times of day now in a country: one, or the earliest and the latest of its time zones. Empty if not known. */
export function localTimes(country: string | null, now: Date): readonly string[] {
  const zones = zonesOf(country);
  if (zones.length === 0) return [];
  const byOffset = zones
    .map((zone) => ({ zone, offset: offsetAt(now.getTime(), zone) }))
    .sort((a, b) => a.offset - b.offset);
  const ends = [byOffset[0], byOffset.at(-1)].flatMap((end) => (end ? [formatTimeIn(end.zone, now)] : []));
  return [...new Set(ends)];
}

function zonesOf(country: string | null): readonly string[] {
  if (country === null || !/^[A-Za-z]{2}$/.test(country)) return [];
  // A cast: not in TypeScript's types yet. Older browsers have the property, and some have neither.
  const locale = new Intl.Locale('und', { region: country.toUpperCase() }) as ZonesOfLocale;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
type ZonesOfLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };
