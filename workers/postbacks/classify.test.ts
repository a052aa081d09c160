import type { Sent } from '@crm/platform/net/send.ts';
import { describe, expect, test } from 'vitest';
import { classifyResponse } from './classify.ts';

const now = new Date('2026-03-01T12:00:00Z');
const settings = { tries: 3, retryDelay: 5_000, now, random: 0 };
const answered = (status: number, headers: Record<string, string> = {}): Sent => ({
  kind: 'answered',
  status,
  headers,
  body: '',
  cut: false,
  ms: 1,
});
const silent: Sent = { kind: 'unanswered', why: 'timeout', reason: 'Not answered', status: null, ms: 1 };

describe('classifyResponse', () => {
  test.each([200, 201, 204, 299])('treats %i as a success', (status) =>
    expect(classifyResponse(answered(status), settings)).toMatchObject({
      outcome: 'success',
      reason: null,
      circuit: 'success',
    }),
  );
  test.each([
    [301, 'success'],
    [400, 'success'],
    [404, 'success'],
    [408, 'failure'],
    [429, 'failure'],
    [500, 'failure'],
    [503, 'failure'],
  ])('retries after %i and is a %s to the circuit', (status, circuit) => {
    expect(classifyResponse(answered(status), settings)).toMatchObject({
      outcome: 'retry',
      circuit,
      delayMs: 5_000,
    });
    expect(classifyResponse(answered(status), { ...settings, tries: 1 })).toMatchObject({
      outcome: 'failed',
      circuit,
    });
  });
  test('retries when the partner does not answer', () =>
    expect(classifyResponse(silent, settings)).toMatchObject({
      outcome: 'retry',
      reason: 'Not answered',
      circuit: 'failure',
    }));
  test('fails a request that cannot be sent, without an effect on the circuit', () =>
    expect(classifyResponse({ kind: 'refused', reason: 'Not public', ms: 0 }, settings)).toMatchObject({
      outcome: 'failed',
      reason: 'Not public',
      circuit: 'none',
    }));
  test('does not retry after 410', () =>
    expect(classifyResponse(answered(410), settings)).toMatchObject({ outcome: 'failed', gone: true }));
});

describe('the delay before a retry', () => {
  const delay = (header: string) => classifyResponse(answered(429, { 'retry-after': header }), settings);
  test('grows at random by up to a fifth', () => {
    expect(classifyResponse(silent, { ...settings, random: 1 }).delayMs).toBe(6_000);
    expect(classifyResponse(silent, { ...settings, random: 0.5 }).delayMs).toBe(5_500);
  });
  test.each([
    ['120', 120_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', 120_000],
    ['315360000', 3_600_000],
    ['Mon, 01 Mar 2066 12:00:00 GMT', 3_600_000],
    ['99999999999999999999999', 3_600_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
  ])('reads Retry-After: %s as a pause of %i ms', (header, quietMs) =>
    expect(delay(header)).toMatchObject({ quietMs, delayMs: Math.max(5_000, quietMs) }),
  );
});
