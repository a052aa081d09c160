import type { User } from '@crm/contracts/users/user.ts';
import { AccessFields } from './AccessFields.tsx';
import { AccountFields } from './AccountFields.tsx';
import { PasswordFields } from './PasswordFields.tsx';

/** The fields of a user; `user` is the edited one, null for a new one. */
export function UserFields({ user }: { user: User | null }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <AccountFields locked={user !== null} />
      <div className="flex flex-col gap-3">
        <AccessFields user={user} />
        <PasswordFields editing={user !== null} />
      </div>
    </div>
  );
}
