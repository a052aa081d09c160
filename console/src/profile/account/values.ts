import { changePassword } from '@crm/contracts/auth/auth.ts';
import type { User } from '@crm/contracts/users/user.ts';
import { updateProfile } from '@crm/contracts/users/users.ts';
import { checkedBy } from '../../form/checkedBy.ts';

/** The values of the profile form; the role is shown but never sent. */
export type AccountValues = {
  username: string;
  fullName: string;
  email: string;
  phone: string;
  /** Asked for when the email is changed. */
  currentPassword: string;
};

export function accountOf({ username, fullName, email, phone }: User): AccountValues {
  return { username, fullName, email, phone: phone ?? '', currentPassword: '' };
}

/** Whether the typed email differs from the account's. */
export const isNewEmail = (typed: string, user: User): boolean => typed.trim() !== user.email;

export const checkAccount = (user: User) =>
  checkedBy(updateProfile.body, ({ currentPassword, ...values }: AccountValues) => {
    const confirms = isNewEmail(values.email, user) || currentPassword !== '';
    return { ...values, ...(confirms && { currentPassword }) };
  });

export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string };

export const noPassword: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

export const checkPassword = checkedBy(changePassword.body, (values: PasswordValues) => values);
