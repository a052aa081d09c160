import type { BillingCycle } from '../plans/vocabulary.ts';
import type { Period, SubscriptionStatus } from './vocabulary.ts';

export const DAY_MS = 24 * 3600_000;

/** The latest end of a subscription: a mistyped year must not grant access for ever. */
const LATEST_END = Date.parse('2099-12-31T23:59:59.999Z');

/** Whether a subscription may end then; false also for an invalid date. */
export const isEndInRange = (end: Date): boolean => end.getTime() <= LATEST_END;

/**
 * Adds calendar months or years in UTC. A day that the month does not have becomes its last day: January 31
 * plus a month is the last day of February. The time of day stays.
 *
 * @returns an instant; an invalid date beyond the range of JavaScript's dates
 */
export function addPeriod(from: string | Date, { count, type }: Period): Date {
  const date = new Date(from);
  const months = type === 'years' ? count * 12 : count;
  const added = new Date(date);
  added.setUTCDate(1);
  added.setUTCMonth(added.getUTCMonth() + months);
  added.setUTCDate(Math.min(date.getUTCDate(), lastDayOf(added)));
  return added;
}

/** The last day of an instant's month: 28 to 31. */
const lastDayOf = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Adds one billing cycle: a week of seven days, or a calendar month or year. */
export function addCycle(from: string | Date, cycle: BillingCycle): Date {
  if (cycle === 'weekly') return new Date(new Date(from).getTime() + 7 * DAY_MS);
  return addPeriod(from, { count: 1, type: cycle === 'yearly' ? 'years' : 'months' });
}

/**
 * Adds one billing cycle to the end of a running subscription. An end that a short month had moved returns to the day of the
 * start: from January 31 to February 28, then to March 31, as its billing periods do.
 */
export function addCycleAfter(
  { startDate, endDate }: { startDate: string; endDate: string },
  cycle: BillingCycle,
): Date {
  const after = addCycle(endDate, cycle);
  const [end, day] = [new Date(endDate), new Date(startDate).getUTCDate()];
  const wasMoved = end.getUTCDate() === lastDayOf(end) && end.getUTCDate() < day;
  if (wasMoved && cycle !== 'weekly') after.setUTCDate(Math.min(day, lastDayOf(after)));
  return after;
}

/**
 * The billing period that contains `now`: billing periods follow each other from the start of a subscription. A period
 * counts from that start, so that months from January 31 begin on February 28, March 31 and so on.
 *
 * @returns its start, and its end, which is the start of the next one
 */
export function billingPeriod(
  startDate: string | Date,
  cycle: BillingCycle,
  now: Date,
): { start: Date; end: Date } {
  const start = new Date(startDate);
  if (cycle === 'weekly') {
    const weeks = Math.max(0, Math.floor((now.getTime() - start.getTime()) / (7 * DAY_MS)));
    const begun = start.getTime() + weeks * 7 * DAY_MS;
    return { start: new Date(begun), end: new Date(begun + 7 * DAY_MS) };
  }
  const type = cycle === 'yearly' ? 'years' : 'months';
  const length = cycle === 'yearly' ? 12 : 1;
  const months =
    (now.getUTCFullYear() - start.getUTCFullYear()) * 12 + now.getUTCMonth() - start.getUTCMonth();
  const count = Math.max(0, Math.floor(months / length));
  const begun = addPeriod(start, { count, type });
  return begun > now && count > 0
    ? { start: addPeriod(start, { count: count - 1, type }), end: begun }
    : { start: begun, end: addPeriod(start, { count: count + 1, type }) };
}

/** Days until the end, rounded up; 0 after the end. */
export function daysLeft(endDate: string | Date, now: Date): number {
  return Math.max(0, Math.ceil((new Date(endDate).getTime() - now.getTime()) / DAY_MS));
}

/** The status at a time: an active subscription is expired from its end on, also before its event is recorded. */
export function statusAt(
  { status, endDate }: { status: SubscriptionStatus; endDate: string | Date },
  now: Date,
): SubscriptionStatus {
  return status === 'active' && new Date(endDate).getTime() <= now.getTime() ? 'expired' : status;
}
