import type { User } from '@crm/contracts/users/user.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { showBatch } from '../../batches/shown.ts';
import { changed } from '../../form/changed.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import type { ResourceForm } from '../../pages/resource.ts';
import { paths } from '../../paths.ts';
import { type HandOverValues, handOverInput, noHandOver } from '../leave/handOver.ts';

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
} & HandOverValues;

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
  ...noHandOver,
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
    ...noHandOver,
  };
}

export const userForm: ResourceForm<User, UserValues, typeof createUser, typeof updateUser> = {
  create: createUser,
  created: ({ user }) => paths.users.one(user._id),
  update: updateUser,
  blank,
  valuesOf,
  checkNew: checkedBy(createUser.body, accountOf),
  checkEdit: (before, user) =>
    checkedBy(updateUser.body, (values: UserValues) => {
      const changes = changed(accountOf(before), accountOf(values));
      // A blank password keeps the current one. A change of either field sends both, so that the contract can
      // compare them.
      const { password, confirmPassword } = values;
      return {
        ...changes,
        ...((changes.password ?? changes.confirmPassword) !== undefined && { password, confirmPassword }),
        ...(asksForLeads(before, values, ownLeadsOf(user)) && handOverInput(values)),
      };
    }),
  saved: ({ batchId }) => {
    if (batchId) showBatch(batchId);
  },
};

/** The leads that someone else has to get when the user leaves. */
export const ownLeadsOf = ({ role, assignedLeadsCount }: Pick<User, 'role' | 'assignedLeadsCount'>) =>
  role === 'operator' ? assignedLeadsCount : 0;

function accountOf({ leads: _, operatorIds: __, ...account }: UserValues) {
  return account;
}

/** Whether an operator with leads is being deactivated or becomes an admin. */
export const asksForLeads = (before: Pick<UserValues, 'isActive'>, after: Access, ownLeads: number) =>
  ownLeads > 0 && (after.role === 'admin' || (before.isActive && !after.isActive));
type Access = Pick<UserValues, 'isActive' | 'role'>;
