import { expect, test } from 'vitest';
import { isBlocking, shownBlock } from './shown.ts';

test('a block of the session is shown before a refused call', () => {
  const block = { subscriptionStatus: 'expired', endDate: '2026-11-28T10:00:00.000Z' };
  expect(shownBlock(block, 'lead_limit_reached')).toBe(block);
});

test.each(['lead_limit_reached', 'error', 'unheard-of'])(
  'a refusal by %s is shown, and can be closed',
  (status) => {
    expect(shownBlock(null, status)).toEqual({ subscriptionStatus: status, endDate: null });
    expect(isBlocking(status)).toBe(false);
  },
);

test.each(['none', 'expired', 'no_parent'])('a refusal by the block %s is left to the session', (status) => {
  expect(shownBlock(null, status)).toBe(null);
  expect(isBlocking(status)).toBe(true);
});

test('nothing is shown without a block or a refusal', () => expect(shownBlock(null, null)).toBe(null));
