import type { User } from '@crm/contracts/users/user.ts';
import { Plus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { activityOptions, FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.tsx';
import { userList } from '../queries.ts';
import { users } from '../resource.ts';
import { UserCard, userColumns } from './columns.tsx';
import { queryOf, userListState } from './filters.ts';

const title = 'Users';
const roles = [
  { value: 'all', label: 'All roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'operator', label: 'Operator' },
] as const;

/** The users of the organisation. */
export function UsersPage() {
  const myId = useCurrentUser()._id;
  const [deleting, setDeleting] = useState<User | null>(null);
  const askToDelete = (user: User) =>
    user._id === myId ? toast.info('You cannot delete yourself') : setDeleting(user);
  const { list, state, setState } = useListPage({
    title,
    one: 'user',
    many: 'users',
    schema: userListState,
    query: (state) => userList(queryOf(state)),
    columns: useMemo(() => userColumns(myId, setDeleting), [myId]),
    row: {
      id: ({ _id }) => _id,
      name: (user) => `user ${user.fullName}`,
      card: (user) => <UserCard user={user} myId={myId} onDelete={setDeleting} />,
      actions: [
        { action: 'open', label: 'Open user', to: ({ _id }) => paths.users.one(_id) },
        { action: 'edit', label: 'Edit user', to: ({ _id }) => paths.users.edit(_id) },
        { action: 'delete', label: 'Delete user', run: askToDelete },
      ],
    },
    hold: deleting !== null,
  });

  return (
    <ListPage
      list={list}
      actions={
        <ActionLink
          label="Add User"
          group={title}
          action="new"
          variant="primary"
          icon={Plus}
          to={paths.users.new}
        />
      }
      filters={
        <FilterBar list={list} placeholder="Name, username, email, phone">
          <FilterSelect
            label="Role"
            value={state.role}
            options={roles}
            onChange={(role) => setState({ role })}
          />
          <FilterSelect
            label="Status"
            value={state.status}
            options={activityOptions}
            onChange={(status) => setState({ status })}
          />
        </FilterBar>
      }
      empty={{ icon: Users }}
    >
      {deleting && <DeleteDialog of={users} entity={deleting} onClose={() => setDeleting(null)} />}
    </ListPage>
  );
}
