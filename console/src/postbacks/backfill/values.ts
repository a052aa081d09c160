import { backfillPostback } from '@crm/contracts/postbacks/logs.ts';
import { checkedBy } from '../../api/checkedBy.ts';
import { endOfDay, presetRange, startOfDay } from '../../format/presets.ts';

/** What is asked for as people say it: days of their own calendar, both included. */
export type BackfillValues = { postback: string; startDate: string; endDate: string; perSecond: string };

/** The last week, at the contract's usual pace. */
export function newBackfill(postback: string | null, now: Date): BackfillValues {
  const { from, to } = presetRange('last_7_days', now);
  return { postback: postback ?? '', startDate: from, endDate: to, perSecond: '50' };
}

export function inputOf({ startDate, endDate, perSecond }: BackfillValues) {
  return {
    startDate: startOfDay(startDate) ?? '',
    endDate: endOfDay(endDate) ?? '',
    perSecond: perSecond.trim() === '' ? undefined : Number(perSecond),
  };
}

export const checkBackfill = checkedBy(backfillPostback.body, inputOf);

/** How long it takes to send so many at that pace: 'about 2 minutes'. */
export function lengthOf(count: number, perSecond: number): string {
  const seconds = Math.ceil(count / perSecond);
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `about ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  return `about ${Math.round(hours / 24)} days`;
}
