import type { User } from '@crm/contracts/users/user.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { changed } from '../../form/changed.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import type { ResourceForm } from '../../pages/resource.ts';
import { paths } from '../../paths.ts';

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

const blank: UserValues = {
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

function valuesOf(user: User): UserValues {
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

export const userForm: ResourceForm<User, UserValues, typeof createUser, typeof updateUser> = {
  create: createUser,
  created: ({ user }) => paths.users.one(user._id),
  update: updateUser,
  blank,
  valuesOf,
  checkNew: checkedBy(createUser.body, (values: UserValues) => values),
  checkEdit: (before) =>
    checkedBy(updateUser.body, (values: UserValues) => {
      const changes = changed(before, values);
      // A blank password keeps the current one. A change of either field sends both, so that the contract can
      // compare them.
      return changes.password === undefined && changes.confirmPassword === undefined
        ? changes
        : { ...changes, password: values.password, confirmPassword: values.confirmPassword };
    }),
};
