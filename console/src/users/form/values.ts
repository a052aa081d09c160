import type { User } from '@crm/contracts/users/user.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { changed } from '../../form/changed.ts';
import { checkedBy } from '../../form/checkedBy.ts';

/** The form's values: text as typed, blank for a missing value. */
export type UserValues = {
  username: string;
  fullName: string;
  email: string;
  phone: string;
  department: string;
  role: 'admin' | 'operator';
  isActive: boolean;
  permissions: { canSeeLeadsOfAllOperators: boolean };
  password: string;
  confirmPassword: string;
  notes: string;
};

/** Spec 9, 'User defaults'. */
export const newUser: UserValues = {
  username: '',
  fullName: '',
  email: '',
  phone: '',
  department: '',
  role: 'operator',
  isActive: true,
  permissions: { canSeeLeadsOfAllOperators: false },
  password: '',
  confirmPassword: '',
  notes: '',
};

export function valuesOf(user: User): UserValues {
  return {
    username: user.username,
    fullName: user.fullName,
    email: user.email,
    phone: user.phone ?? '',
    department: user.department ?? '',
    role: user.role === 'operator' ? 'operator' : 'admin',
    isActive: user.isActive,
    permissions: { canSeeLeadsOfAllOperators: user.permissions.canSeeLeadsOfAllOperators },
    password: '',
    confirmPassword: '',
    notes: user.notes ?? '',
  };
}

export const checkNew = checkedBy(createUser.body, (values: UserValues) => values);

/** Validates and sends only the changed fields; a blank password keeps the current one. */
export const checkEdit = (before: UserValues) =>
  checkedBy(updateUser.body, (values: UserValues) => {
    const changes = changed(before, values);
    // A change of either password field sends both, so that the contract can compare them.
    return changes.password === undefined && changes.confirmPassword === undefined
      ? changes
      : { ...changes, password: values.password, confirmPassword: values.confirmPassword };
  });
