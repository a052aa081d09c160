import type { WorkQueue } from '@crm/contracts/work/work.ts';
import type { ReactNode } from 'react';
import { formatNumber, plural } from '../format/count.ts';
import { workNavigationTexts } from './texts/navigation.ts';

/** Every text of the work queue, in English. A translation is another object of this type. */
export const workTexts = {
  title: workNavigationTexts.work,
  counts: ({ callbacks, urgent, new: fresh, unassigned }: WorkQueue['counts']) =>
    [
      plural(callbacks, { one: '# callback due', other: '# callbacks due' }),
      `${formatNumber(urgent)} urgent`,
      `${formatNumber(fresh)} new`,
      ...(unassigned > 0 ? [`${formatNumber(unassigned)} unassigned`] : []),
    ].join(' · '),
  skip: 'Skip',
  skipped: 'Skipped: you will not get this lead again for an hour',
  notSkipped: (orderId: string) => `${orderId} was no longer yours, so it was not skipped`,
  startBreak: 'Start Break',
  endBreak: 'End Break',
  onBreak: { title: 'You are on a break', text: 'You get no leads until you end the break.' },
  empty: {
    title: 'No leads to call',
    text: 'New leads and due callbacks appear here by themselves.',
  },
  notSaved: (orderId: string, outcome: string, message: string) =>
    `${orderId}: “${outcome}” was not saved. ${message}`,
  callbackNotSaved: (orderId: string, time: string, message: string) =>
    `${orderId}: the callback on ${time} was not saved. ${message}`,
  skipFailed: (orderId: string, message: string) => `${orderId} was not skipped. ${message}`,
  unsent: (n: number) =>
    plural(n, {
      one: 'The outcome of # lead is not saved yet. Keep this tab open: it is sent again until the server answers.',
      other:
        'The outcomes of # leads are not saved yet. Keep this tab open: they are sent again until the server answers.',
    }),
  next: (name: string) => `Next: ${name}`,
  savedNext: (name: string) => `Saved. Next: ${name}`,
  lead: {
    callbackDue: 'Callback due',
    localTime: 'Local time',
    range: (from: string, to: string) => `${from} – ${to}`,
    callbackAt: (time: string) => `Promised for ${time}`,
    alternatePhone: 'Alternate phone',
    address: 'Address',
    product: 'Product',
    amount: 'Amount',
    quantity: (n: number, price: string) => `${formatNumber(n)} × ${price}`,
    payment: 'Payment',
    remarks: 'Remarks',
  },
  outcomes: {
    title: 'Outcome of the call',
    connections: { connected: 'Connected', 'not-connected': 'Not connected' },
  },
  history: 'History',
  callback: {
    title: 'Call Back',
    description: (name: string) => `When does ${name} expect the call?`,
    quick: 'Time from now',
    choices: { quarter: '15 min', hour: '1 hour', threeHours: '3 hours', tomorrow: 'Tomorrow 10:00' },
    time: 'Time',
    zone: (zone: string) => `In your time zone, ${zone}`,
    submit: 'Promise Callback',
  },
  notice: {
    one: (name: ReactNode, time: string): ReactNode => ['Callback due: ', name, `, ${time}`],
    many: (n: number) => plural(n, { one: '# callback is due:', other: '# callbacks are due:' }),
    open: 'Open the work queue',
  },
  team: {
    empty: {
      title: 'No operator has used the work queue yet',
      text: 'Once one opens it, you see here who works on which lead, and since when.',
    },
    states: { working: 'Working', idle: 'Idle', break: 'Break', 'signed-out': 'Signed out' },
    columns: {
      operator: 'Operator',
      state: 'State',
      lead: 'Lead',
      since: 'Since',
      callsToday: 'Calls today',
      callsLastHour: 'Last 60 min',
      requestsToday: 'Requests today',
    },
  },
};
