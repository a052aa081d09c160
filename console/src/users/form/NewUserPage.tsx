import { NewPage } from '../../pages/NewPage.tsx';
import { users } from '../resource.ts';
import { UserFields } from './UserFields.tsx';
import { userForm } from './values.ts';

/** /users/new */
export function NewUserPage() {
  return (
    <NewPage of={users} form={userForm}>
      <UserFields user={null} />
    </NewPage>
  );
}
