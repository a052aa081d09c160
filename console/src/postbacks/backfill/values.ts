import { backfillPostback } from '@crm/contracts/postbacks/logs.ts';
import { z } from 'zod';
import { checkedBy } from '../../form/checkedBy.ts';
import { deviceZone, instantsOf, presetPeriod } from '../../format/period.ts';
import { postbackBackfillTexts } from '../texts/backfill.ts';

/** The form's values; the days are in the user's calendar, both inclusive. */
export type BackfillValues = { postback: string; startDate: string; endDate: string; perSecond: string };

/** Default values: the last week, at the contract's default rate. */
export function newBackfill(postback: string | null, now: Date): BackfillValues {
  const { from, to } = presetPeriod('last_7_days', now, deviceZone());
  return { postback: postback ?? '', startDate: from, endDate: to, perSecond: '50' };
}

export function inputOf({ postback, startDate, endDate, perSecond }: BackfillValues) {
  return {
    postback,
    // An empty day is refused beside its field.
    ...{ startDate: '', endDate: '' },
    ...instantsOf({ from: startDate, to: endDate, zone: deviceZone() }),
    perSecond: perSecond.trim() === '' ? undefined : Number(perSecond),
  };
}

export const Backfill = backfillPostback.body.safeExtend({
  postback: z.string().min(1, { error: postbackBackfillTexts.fields.missing }),
});
export type Backfill = z.output<typeof Backfill>;

export const checkBackfill = checkedBy(Backfill, inputOf);

/** The duration of `count` deliveries at `perSecond` as text: 'about 2 minutes'. */
export function lengthOf(count: number, perSecond: number): string {
  const seconds = Math.ceil(count / perSecond);
  if (seconds < 60) return postbackBackfillTexts.underOneMinute;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return postbackBackfillTexts.minutes(minutes);
  const hours = Math.round(minutes / 60);
  if (hours < 48) return postbackBackfillTexts.hours(hours);
  return postbackBackfillTexts.days(Math.round(hours / 24));
}
