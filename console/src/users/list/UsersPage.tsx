import type { User } from '@crm/contracts/users/user.ts';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { activityOptions, FilterSelect } from '../../pages/FilterBar.tsx';
import { ListPage } from '../../pages/ListPage.tsx';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { DeleteUserDialog } from '../DeleteUserDialog.tsx';
import { userList } from '../queries.ts';
import { UserCard, userColumns } from './columns.tsx';
import { isFiltered, noFilters, queryOf, userListState } from './filters.ts';

const roles = [
  { value: 'all', label: 'All roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'operator', label: 'Operator' },
] as const;

/** The users of the organisation. */
export function UsersPage() {
  const myId = useCurrentUser()._id;
  const [state, setState] = useUrlState(userListState);
  const [deleting, setDeleting] = useState<User | null>(null);
  const input = queryOf(state);
  const query = useQuery(userList(input));
  const columns = useMemo(() => userColumns(myId, setDeleting), [myId]);

  return (
    <ListPage
      title="Users"
      noun="user"
      to={paths.users.list}
      icon={Users}
      state={state}
      onPage={setState}
      query={query}
      list={JSON.stringify(input)}
      columns={columns}
      nameOf={(user) => user.fullName}
      card={(user) => <UserCard user={user} myId={myId} onDelete={setDeleting} />}
      onDelete={(user) => (user._id === myId ? toast.info('You cannot delete yourself') : setDeleting(user))}
      dialog={deleting && <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />}
      filtering={{
        search: state.search,
        placeholder: 'Name, username, email, phone',
        onSearch: (search, options) => setState({ search }, options),
        filtered: isFiltered(state),
        onClear: () => setState(noFilters),
        selects: (
          <>
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
          </>
        ),
      }}
    />
  );
}
