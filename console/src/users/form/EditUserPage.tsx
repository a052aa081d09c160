import { EditPage } from '../../pages/EditPage.tsx';
import { users } from '../resource.ts';
import { UserFields } from './UserFields.tsx';
import { userForm } from './values.ts';

/** /users/:id/edit */
export function EditUserPage() {
  return (
    <EditPage of={users} form={userForm} subtitle={({ username }) => `@${username}`}>
      {(user) => <UserFields user={user} />}
    </EditPage>
  );
}
