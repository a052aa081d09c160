import { expect, test } from 'vitest';
import { describeDelivery, isRetryable } from './states.ts';

const log = { reason: null, attemptNumber: 2, maxAttempts: 4, nextAttemptAt: null };

test('a successful delivery needs no description', () =>
  expect(describeDelivery({ ...log, status: 'success' })).toBeNull());

test('a retrying delivery shows its current attempt', () =>
  expect(describeDelivery({ ...log, status: 'retry' })).toEqual({
    tone: 'warn',
    title: 'Retry Required',
    text: 'This request will be retried. Current attempt: 2 of 4.',
  }));

test('a failed delivery shows the reason', () => {
  expect(describeDelivery({ ...log, status: 'failed' })).toEqual({
    tone: 'bad',
    title: 'Request Failed',
    text: 'This request has failed and will not be retried.',
  });
  expect(describeDelivery({ ...log, status: 'failed', reason: 'timeout' })?.text).toContain('timeout');
});

test('a pending delivery shows its next attempt', () =>
  expect(
    describeDelivery({ ...log, status: 'pending', nextAttemptAt: '2026-03-03T10:00:00.000Z' })?.text,
  ).toMatch(/^This request waits to be sent\. Next attempt: Mar 3, 2026/));

test('a suppressed delivery shows the reason', () =>
  expect(describeDelivery({ ...log, status: 'suppressed', reason: 'postback deleted' })).toMatchObject({
    title: 'Not Sent',
    text: expect.stringContaining('postback deleted'),
  }));

test('only failed deliveries can be retried by hand', () => {
  const statuses = ['success', 'failed', 'pending', 'retry', 'suppressed'] as const;
  expect(statuses.filter((status) => isRetryable({ status }))).toEqual(['failed']);
});
