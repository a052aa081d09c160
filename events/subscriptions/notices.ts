import { DAY_MS } from './period.ts';

/** The days before the end of a subscription at which its admins get a notice, in the order of time. */
const NOTICE_DAYS = [7, 3, 1, 0] as const;

/** After this time a notice of the end is no news. */
const LATEST_MS = 7 * DAY_MS;

/** A notice about the end of a subscription: `daysBefore` names it, `at` is its time. */
export type ExpiryNotice = { daysBefore: number; at: Date };

/** All notices about an end, in the order of time. A day has 24 hours, as in `daysLeft`. */
export const noticesAbout = (endDate: string): ExpiryNotice[] =>
  NOTICE_DAYS.map((daysBefore) => ({ daysBefore, at: new Date(Date.parse(endDate) - daysBefore * DAY_MS) }));

/**
 * The newest notice whose time has come, so that a product that was off sends one notice and not all missed ones.
 *
 * @returns null before the first notice, and 7 days after the end
 */
export function newestNotice(endDate: string, now: Date): ExpiryNotice | null {
  if (now.getTime() > Date.parse(endDate) + LATEST_MS) return null;
  return noticesAbout(endDate).findLast(({ at }) => at <= now) ?? null;
}
