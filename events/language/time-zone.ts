import { z } from 'zod';

/** A time zone by its name in the tz database. */
export const TimeZone = z
  .string()
  .max(50)
  .refine(isTimeZone, { error: 'Must be a time zone, such as Asia/Kolkata' });

function isTimeZone(name: string): boolean {
  // Newer engines also accept offsets ('+05:30'), but a fixed offset becomes wrong after a clock change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
