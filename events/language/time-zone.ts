import { z } from 'zod';

/** A time zone by its name in the tz database. */
export const TimeZone = z
  .string()
  .max(50)
  .refine(isTimeZone, { error: 'Must be a time zone, such as Asia/Kolkata' });

/** The names found so far, because a look-up takes 0.1 ms; bounded, because a name may be in any letter case. */
const known = new Set<string>();
const MOST_KNOWN = 1_000;

function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  // Newer engines also accept offsets ('+05:30'), but a fixed offset becomes wrong after a clock change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (known.size < MOST_KNOWN) known.add(name);
    return true;
  } catch {
    return false;
  }
}
