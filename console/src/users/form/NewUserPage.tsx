import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useCreateUser } from '../commands.ts';
import { UserForm } from './UserForm.tsx';
import { checkNew, newUser } from './values.ts';

/** /users/new */
export function NewUserPage() {
  useTitle('New User');
  const navigate = useNavigate();
  const goBack = useGoBack(paths.users.list);
  const create = useCreateUser();
  return (
    <Page>
      <PageHeader title="Create User" />
      <UserForm
        values={newUser}
        user={null}
        check={checkNew}
        submitLabel="Create User"
        save={async (body) => {
          const { data, message } = await create({ body });
          toast.success(message ?? 'User created successfully');
          return () => void navigate(paths.users.one(data.user._id), { replace: true });
        }}
        onCancel={goBack}
      />
    </Page>
  );
}
