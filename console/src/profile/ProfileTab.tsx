import type { User } from '@crm/contracts/users/user.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { SessionsPanel } from '../sessions/SessionsPanel.tsx';
import { useUnsavedGuard } from '../url/useUnsavedGuard.tsx';
import { AccountForm, useAccountForm } from './account/AccountForm.tsx';
import { PasswordForm, usePasswordForm } from './account/PasswordForm.tsx';

/**
 * The account and password forms, saved separately, and the sessions. Leaving the page asks once about unsaved changes of both.
 */
export function ProfileTab({ user }: { user: User }) {
  const account = useAccountForm(user);
  const password = usePasswordForm();
  const guard = useUnsavedGuard(account.formState.isDirty || password.formState.isDirty);
  return (
    <fieldset
      disabled={!can(useCurrentUser(), 'change-own')}
      className="grid min-w-0 grid-cols-1 items-start gap-3 lg:grid-cols-2"
    >
      <AccountForm form={account} user={user} />
      <PasswordForm form={password} email={user.email} />
      <SessionsPanel userId={user._id} />
      {guard.dialog}
    </fieldset>
  );
}
