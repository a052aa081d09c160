import { expect, test } from 'vitest';
import { CallError, errorText, failureText, fieldErrorsOf, loginErrorText, mayRecover } from './errors.ts';

const refused = (status: number, message: string | null, errors: Record<string, string> = {}) =>
  new CallError({ kind: 'refused', status, message, code: null, errors, stale: false });
const offline = new CallError({ kind: 'unreachable', reason: 'network' });

test("prefers the server's message, then the generic message, then a plain sentence", () => {
  expect(errorText(refused(422, 'Order id is taken'))).toBe('Order id is taken');
  expect(errorText(new Error('boom'))).toBe('boom');
  expect(errorText(refused(500, null))).toBe('An error occurred');
  expect(errorText('odd')).toBe('An error occurred');
  expect(errorText(offline)).toBe('The server could not be reached. Check your connection and try again.');
});

test('a dialog shows its own text for a failure without a server message', () => {
  expect(failureText(refused(409, 'Lead not found'), 'Failed')).toBe('Lead not found');
  expect(failureText(refused(500, null), 'Failed')).toBe('Failed');
  expect(failureText(offline, 'Failed')).toBe('Failed');
});

test.each([
  [refused(401, 'whatever'), 'Invalid email or password. Please check your credentials.'],
  [refused(429, null), 'Too many login attempts. Please try again later.'],
  [refused(503, 'starting'), 'Server error. Please try again later.'],
  [refused(403, 'Account is inactive'), 'Account is inactive'],
  [refused(400, null), 'Login failed. Please try again.'],
])('sign-in error %#', (error, text) => {
  expect(loginErrorText(error)).toBe(text);
});

test('retries only temporary failures', () => {
  expect([offline, refused(503, null), refused(502, null)].map(mayRecover)).toEqual([true, true, true]);
  expect([refused(500, null), refused(409, null), refused(404, null)].map(mayRecover)).toEqual([
    false,
    false,
    false,
  ]);
});

test('returns field errors by field name', () => {
  expect(fieldErrorsOf(refused(400, 'Invalid', { phone: 'Please enter a valid phone number' }))).toEqual({
    phone: 'Please enter a valid phone number',
  });
  expect(fieldErrorsOf(offline)).toEqual({});
});
