import type { User } from '@crm/contracts/users/user.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { type UserValues, userForm } from './values.ts';

const { blank, valuesOf, checkNew, checkEdit } = userForm;

const filled: UserValues = {
  ...blank,
  username: 'asha',
  fullName: 'Asha Rao',
  email: 'asha@example.test',
  password: 'long enough',
  confirmPassword: 'long enough',
};

const { leads: _, operatorIds: __, ...account } = filled;

/** The body to send, or the error text per field. */
async function checked<Body>(check: Resolver<UserValues, unknown, Body>, values: UserValues) {
  const result = await check(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  const errors: FieldErrors<UserValues> = result.errors;
  const texts = Object.entries(errors).map(([name, error]) => [name, error?.message]);
  return texts.length > 0 ? { errors: Object.fromEntries(texts) } : { body: result.values };
}

describe('a new user', () => {
  test('sends filled fields and omits blank ones', async () => {
    expect(await checked(checkNew, filled)).toEqual({
      body: { ...account, phone: null, department: null, notes: null },
    });
  });

  test('requires the mandatory fields', async () => {
    expect(await checked(checkNew, blank)).toEqual({
      errors: {
        username: 'This field is required',
        fullName: 'This field is required',
        email: 'This field is required',
      },
    });
  });

  test('without a password sends none', async () => {
    const result = await checked(checkNew, { ...filled, password: '', confirmPassword: '' });
    expect(result).toMatchObject({ body: { username: 'asha' } });
    expect(result.body?.password).toBeUndefined();
  });

  test('requires the same password twice', async () => {
    expect(await checked(checkNew, { ...filled, confirmPassword: 'long enoug' })).toEqual({
      errors: { confirmPassword: 'Passwords do not match' },
    });
  });
});

describe('an edit of a user', () => {
  const user: User = {
    _id: 'c4b3d6a2-8f0e-4a52-9d3c-1d2b7e6f5a40',
    username: 'asha',
    email: 'asha@example.test',
    fullName: 'Asha Rao',
    phone: '+91 98200 11223',
    role: 'operator',
    isActive: true,
    permissions: { canSeeLeadsOfAllOperators: false },
    department: null,
    notes: null,
    lastLogin: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 0,
    assignedLeadsCount: 0,
  };
  const before = valuesOf(user);
  const check = checkEdit(before, user);

  test('sends nothing without changes: a blank password keeps the current one', async () => {
    expect(await checked(check, before)).toEqual({ body: {} });
  });

  test('sends only the changed fields', async () => {
    const values = { ...before, phone: '', permissions: { canSeeLeadsOfAllOperators: true } };
    expect(await checked(check, values)).toEqual({
      body: { phone: null, permissions: { canSeeLeadsOfAllOperators: true } },
    });
  });

  test('a typed password must match its repetition and be long enough', async () => {
    expect(await checked(check, { ...before, password: 'long enough' })).toEqual({
      errors: { confirmPassword: 'Passwords do not match' },
    });
    expect(await checked(check, { ...before, confirmPassword: 'long enough' })).toEqual({
      errors: { confirmPassword: 'Passwords do not match' },
    });
    expect(await checked(check, { ...before, password: 'short', confirmPassword: 'short' })).toEqual({
      errors: { password: 'Must be at least 8 characters' },
    });
    const password = { password: 'long enough', confirmPassword: 'long enough' };
    expect(await checked(check, { ...before, ...password })).toEqual({ body: password });
  });

  describe('that deactivates an operator with leads', () => {
    const busy = { ...user, assignedLeadsCount: 3 };
    const check = checkEdit(before, busy);
    const off = { ...before, isActive: false };
    const omar = 'c4b3d6a2-8f0e-4a52-9d3c-1d2b7e6f5a41';

    test('hands the leads over to other operators, or unassigns them', async () => {
      expect(await checked(check, { ...off, operatorIds: [omar] })).toEqual({
        body: { isActive: false, leads: 'hand-over', operatorIds: [omar] },
      });
      expect(await checked(check, { ...off, leads: 'unassign', operatorIds: [omar] })).toEqual({
        body: { isActive: false, leads: 'unassign' },
      });
    });

    test('asks also when the operator becomes an admin, active or not', async () => {
      const leads = { role: 'admin' as const, leads: 'unassign' as const };
      expect(await checked(check, { ...before, ...leads })).toEqual({
        body: leads,
      });
      const inactive = { ...off, fullName: 'Asha R' };
      expect(await checked(checkEdit(off, busy), inactive)).toEqual({ body: { fullName: 'Asha R' } });
      expect(await checked(checkEdit(off, busy), { ...inactive, ...leads })).toEqual({
        body: { fullName: 'Asha R', ...leads },
      });
    });

    test('requires an operator for a hand-over', async () => {
      expect(await checked(check, off)).toEqual({ errors: { operatorIds: 'Please select an operator' } });
    });

    test('does not ask for an operator without leads', async () => {
      expect(await checked(checkEdit(before, user), off)).toEqual({
        body: { isActive: false },
      });
    });
  });
});
