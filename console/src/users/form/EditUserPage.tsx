import type { User } from '@crm/contracts/users/user.ts';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useUpdateUser } from '../commands.ts';
import { UserGate } from '../detail/UserGate.tsx';
import { UserForm } from './UserForm.tsx';
import { checkEdit, valuesOf } from './values.ts';

/** /users/:id/edit */
export function EditUserPage() {
  return <UserGate editing>{(user) => <EditUser key={user._id} user={user} />}</UserGate>;
}

function EditUser({ user }: { user: User }) {
  useTitle(`Edit ${user.fullName}`);
  const goBack = useGoBack(paths.users.one(user._id));
  const update = useUpdateUser();
  // The user as first read: the edit sends only changed fields and keeps concurrent changes of the others.
  const [{ values, check }] = useState(() => {
    const read = valuesOf(user);
    return { values: read, check: checkEdit(read) };
  });
  return (
    <Page>
      <PageHeader title={`Edit ${user.fullName}`} subtitle={`@${user.username}`} />
      <UserForm
        values={values}
        user={user}
        check={check}
        submitLabel="Update User"
        save={async (body) => {
          const { message } = await update({ params: { id: user._id }, body });
          toast.success(message ?? 'User updated successfully');
          return goBack;
        }}
        onCancel={goBack}
      />
    </Page>
  );
}
