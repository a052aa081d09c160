import { expect, test } from 'vitest';
import { fold } from '../language/decider.ts';
import { blockingStatusAt } from './block.ts';
import { subscriptionDecider } from './decide.ts';
import type { SubscriptionEvent } from './events.ts';
import { cancelled, end, expired, extended, granted, statusSet } from './story.ts';

const before = '2026-02-28T09:59:59.999Z';
const later = '2026-03-28T10:00:00.000Z';

test.each<[string, readonly SubscriptionEvent[], string, string | null]>([
  ['never granted', [], end, null],
  ['active', [granted()], before, null],
  ['at its end, before the event', [granted()], end, 'expired'],
  ['expired', [granted(), expired()], end, 'expired'],
  ['extended after its end', [granted(), expired(), extended({ endDate: later })], end, null],
  ['not paid yet', [granted(), statusSet({ to: 'pending' })], before, 'none'],
  ['cancelled for its end', [granted(), cancelled()], before, null],
  ['cancelled, at its end', [granted(), cancelled()], end, 'expired'],
  ['cancelled at once', [granted(), cancelled({ immediate: true, endDate: before })], before, 'expired'],
])('a subscription that is %s', (_, events, at, status) => {
  expect(blockingStatusAt(fold(subscriptionDecider, events), new Date(at))).toBe(status);
});
