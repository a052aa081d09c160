import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { createUser, updateProfile, updateUser } from './users.ts';

const typed = {
  username: 'priya',
  fullName: 'Priya Nair',
  email: 'priya@example.test',
  role: 'operator',
  password: 'long enough',
  confirmPassword: 'long enough',
};
const long = (length: number) => 'x'.repeat(length);

describe('the user form', () => {
  const errorsOf = (fields: object) => fieldErrors(createUser.body, { ...typed, ...fields });

  test('requires username, name and email', () => {
    expect(fieldErrors(createUser.body, {})).toEqual({
      username: 'This field is required',
      fullName: 'This field is required',
      email: 'This field is required',
    });
    expect(errorsOf({})).toEqual({});
  });

  test('takes no password, for a user who sets it by a mailed link, but not half of one', () => {
    const { password: _, confirmPassword: __, ...invited } = typed;
    expect(createUser.body.parse(invited).password).toBeUndefined();
    expect(createUser.body.parse({ ...invited, password: '', confirmPassword: '' }).password).toBeUndefined();
    expect(errorsOf({ password: '' })).toEqual({ confirmPassword: 'Passwords do not match' });
  });

  test('requires a password for an inactive user, who gets no mail with a link', () => {
    const { password: _, confirmPassword: __, ...invited } = typed;
    const errors = {
      password:
        'Enter a password, or make the user active: an inactive user gets no mail with a link to set it',
    };
    expect(fieldErrors(createUser.body, { ...invited, isActive: false })).toEqual(errors);
    expect(errorsOf({ isActive: false, password: '', confirmPassword: '' })).toEqual(errors);
    expect(errorsOf({ isActive: false })).toEqual({});
  });

  test.each([
    ['username', 'pr', 'Must be at least 3 characters'],
    ['username', long(51), 'Cannot exceed 50 characters'],
    ['username', 'pri ya', 'Cannot contain spaces or @'],
    ['username', 'priya@home', 'Cannot contain spaces or @'],
    ['fullName', 'P', 'Must be at least 2 characters'],
    ['fullName', long(101), 'Cannot exceed 100 characters'],
    ['email', 'priya', 'Please enter a valid email address'],
    ['phone', '12', 'Please enter a valid phone number'],
    ['role', 'super_admin', 'Must be admin or operator'],
    ['role', 'boss', 'Must be admin or operator'],
    ['isActive', 'maybe', 'Must be true or false'],
    ['confirmPassword', 'long enoug', 'Passwords do not match'],
  ])('rejects %s %j with "%s"', (field, value, text) =>
    expect(errorsOf({ [field]: value })).toEqual({ [field]: text }),
  );

  test('requires 8 characters for a password', () =>
    expect(errorsOf({ password: '1234567', confirmPassword: '1234567' })).toEqual({
      password: 'Must be at least 8 characters',
    }));

  test('defaults to an active operator who sees only their own leads', () => {
    const { role: _, ...withoutRole } = typed;
    expect(createUser.body.parse(withoutRole)).toMatchObject({
      role: 'operator',
      isActive: true,
      permissions: { canSeeLeadsOfAllOperators: false },
    });
  });
});

describe('an edit of a user', () => {
  const read = (fields: object) => updateUser.body.parse(fields);

  test('contains only the sent fields', () => {
    expect(read({})).toEqual({});
    expect(read({ fullName: 'Priya Menon' })).toEqual({ fullName: 'Priya Menon' });
  });
  test('with a blank password keeps the current one', () =>
    expect(read({ password: '', confirmPassword: '' }).password).toBeUndefined());
  test('with a new password requires it twice', () => {
    expect(fieldErrors(updateUser.body, { password: 'long enough', confirmPassword: '' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
    expect(fieldErrors(updateUser.body, { password: 'short', confirmPassword: 'short' })).toEqual({
      password: 'Must be at least 8 characters',
    });
  });
});

describe('the profile form', () => {
  const profile = { fullName: 'Priya Nair', email: 'priya@example.test' };

  test.each([
    ['username', '', 'Username is required'],
    ['username', 'pr', 'Username must be at least 3 characters long'],
    ['username', long(51), 'Username cannot exceed 50 characters'],
    ['username', 'pri ya', 'Cannot contain spaces or @'],
    ['fullName', ' ', 'Full name is required'],
    ['fullName', long(101), 'Full name cannot exceed 100 characters'],
    ['email', '', 'Email is required'],
    ['email', 'priya', 'Email is invalid'],
    ['phone', 'call me', 'Phone number is invalid'],
  ])('rejects %s %j with "%s"', (field, value, text) =>
    expect(fieldErrors(updateProfile.body, { ...profile, [field]: value })).toEqual({ [field]: text }),
  );
  test('rejects a role', () =>
    expect(updateProfile.body.safeParse({ ...profile, role: 'admin' }).success).toBe(false));
});
