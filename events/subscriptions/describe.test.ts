import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { subscriptionDescriptions } from './describe.ts';
import {
  cancelled,
  end,
  expired,
  extended,
  granted,
  growth,
  paid,
  renewed,
  start,
  statusSet,
} from './story.ts';

const later = '2026-03-28T10:00:00.000Z';
const plan = 'Growth (edition 1), 99.00 USD monthly';

test.each([
  {
    event: granted(),
    lines: ['Subscription granted', `Plan:  → ${plan}`, `Start Date:  → ${start}`, `End Date:  → ${end}`],
  },
  {
    event: renewed({ endDate: later }),
    lines: [
      'Subscription renewed by 1 month',
      `Plan: ? → ${plan}`,
      `Start Date: ? → ${start}`,
      `End Date: ${end} → ${later}`,
    ],
  },
  {
    event: paid({ endDate: later }),
    lines: [
      'Subscription paid',
      `Plan: ? → ${plan}`,
      `Start Date: ? → ${start}`,
      `End Date: ${end} → ${later}`,
      'Payment: ? → pay_2',
    ],
  },
  {
    event: extended({ endDate: later, count: 2, type: 'years' }),
    lines: ['Subscription extended by 2 years', `End Date: ${end} → ${later}`],
  },
  { event: statusSet(), lines: ['Subscription status set', 'Status: active → pending'] },
  { event: cancelled(), lines: ['Subscription cancelled for the end of its period'] },
  {
    event: cancelled({ endDateBefore: later, plan: growth }),
    lines: [
      'Subscription cancelled for the end of its period',
      `Plan: ? → ${plan}`,
      `End Date: ${later} → ${end}`,
    ],
  },
  { event: expired(), lines: ['Subscription expired', `End Date: ${end} → ${end}`] },
])('describes $event.type', ({ event, lines }) =>
  expect(described(subscriptionDescriptions, event)).toEqual(lines),
);
