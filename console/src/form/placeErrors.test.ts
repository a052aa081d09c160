import { expect, test, vi } from 'vitest';
import { CallError } from '../api/errors.ts';
import { placeErrors } from './placeErrors.ts';

const refused = (errors: Record<string, string>) =>
  new CallError({
    kind: 'refused',
    status: 400,
    message: 'Please check the fields',
    code: 'invalid',
    errors,
    stale: false,
  });
const formOf = (values: Record<string, string>) => ({ setError: vi.fn(), getValues: () => values });

test('shows error texts beside the fields that they name', () => {
  const form = formOf({ fullName: '', phone: '' });
  const banner = placeErrors(refused({ phone: 'Please enter a valid phone number' }), form);
  expect(banner).toBeNull();
  expect(form.setError).toHaveBeenCalledExactlyOnceWith(
    'phone',
    { type: 'server', message: 'Please enter a valid phone number' },
    { shouldFocus: true },
  );
});

test('shows errors of nested names beside the containing field', () => {
  const form = formOf({ parameters: '' });
  expect(placeErrors(refused({ 'parameters.0.value': 'Unknown placeholder: x' }), form)).toBeNull();
  expect(form.setError.mock.calls[0]?.[0]).toBe('parameters.0.value');
});

test('returns errors without a matching field for the banner', () => {
  expect(placeErrors(refused({ general: 'This email belongs to someone else' }), formOf({ email: '' }))).toBe(
    'This email belongs to someone else',
  );
  expect(placeErrors(refused({}), formOf({ email: '' }))).toBe('Please check the fields');
});

test('a form shows its own text for a failure without a server message', () => {
  const lost = new CallError({ kind: 'unreachable', reason: 'network' });
  expect(placeErrors(lost, formOf({}), 'Failed to update profile')).toBe('Failed to update profile');
  expect(placeErrors(refused({}), formOf({}), 'Failed to update profile')).toBe('Please check the fields');
});
