import { createElement, Fragment, type ReactNode } from 'react';
import { formatNumber, plural } from '../../format/count.ts';

/** The texts of the backfill dialog. */
export const postbackBackfillTexts = {
  title: 'Backfill',
  text: 'Sends what happened in a period, oldest first. Each delivery has the id that it had, or would have had, so that a partner can drop what it knows.',
  count: 'Count events',
  fields: {
    postback: 'Postback',
    choose: 'Select a postback',
    missing: 'Please choose a postback',
    inactive: (name: string) => `${name} (inactive)`,
    from: 'From',
    to: 'To',
    perSecond: 'At most (a second)',
    perSecondHint: '1 to 1000. What happens now is sent beside it, at once.',
  },
  counting: 'Counting the events of that period…',
  /** `shown` is the count as it is displayed. */
  counted: (count: number, shown: ReactNode): ReactNode =>
    createElement(Fragment, null, shown, plural(count, { one: ' event matches.', other: ' events match.' })),
  duration: (perSecond: number, duration: string) =>
    ` At ${formatNumber(perSecond)} a second, sending takes ${duration}.`,
  underOneMinute: 'less than a minute',
  minutes: (n: number) => plural(n, { one: 'about # minute', other: 'about # minutes' }),
  hours: (n: number) => plural(n, { one: 'about # hour', other: 'about # hours' }),
  days: (n: number) => plural(n, { one: 'about # day', other: 'about # days' }),
  countFailed: (reason: string) => `Counting failed. ${reason}`,
  countCancelled: 'Counting was cancelled.',
  change: 'Change',
  send: 'Send',
  sendCount: (n: number) => `Send ${formatNumber(n)}`,
};
