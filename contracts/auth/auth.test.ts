import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { changePassword, login } from './auth.ts';

describe('the sign-in form', () => {
  test('requires email and password', () =>
    expect(fieldErrors(login.body, { email: ' ', password: '' })).toEqual({
      email: 'This field is required',
      password: 'This field is required',
    }));
  test('requires a valid email', () =>
    expect(fieldErrors(login.body, { email: 'priya', password: 'x' })).toEqual({
      email: 'Please enter a valid email address',
    }));
  test('trims the email, but not the password', () =>
    expect(login.body.parse({ email: ' priya@example.test ', password: ' x ' })).toEqual({
      email: 'priya@example.test',
      password: ' x ',
    }));
});

describe('the password form', () => {
  const typed = { currentPassword: 'old', newPassword: 'long enough', confirmPassword: 'long enough' };

  test('accepts valid passwords', () => expect(fieldErrors(changePassword.body, typed)).toEqual({}));
  test.each([
    ['currentPassword', '', { currentPassword: 'Current password is required' }],
    ['newPassword', '', { newPassword: 'New password is required' }],
    ['confirmPassword', 'long enoug', { confirmPassword: 'Passwords do not match' }],
    ['confirmPassword', undefined, { confirmPassword: 'Passwords do not match' }],
  ])('%s: %j', (field, value, texts) =>
    expect(fieldErrors(changePassword.body, { ...typed, [field]: value })).toEqual(texts),
  );
  test('requires 8 characters for the new password', () =>
    expect(
      fieldErrors(changePassword.body, { ...typed, newPassword: '1234567', confirmPassword: '1234567' }),
    ).toEqual({
      newPassword: 'Password must be at least 8 characters',
    }));
});
