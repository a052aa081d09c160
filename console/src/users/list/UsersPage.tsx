import type { User } from '@crm/contracts/users/user.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tableState } from '../../api/tableState.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatNumber } from '../../format/money.ts';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { DensityButton } from '../../keys/DensityButton.tsx';
import { useRowKeys } from '../../keys/useRowKeys.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useDenseRows } from '../../ui/table/density.ts';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { pageSizes } from '../../url/codec.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { DeleteUserDialog } from '../DeleteUserDialog.tsx';
import { userList } from '../queries.ts';
import { UserCard, userColumns } from './columns.tsx';
import { isFiltered, queryOf, userListState } from './filters.ts';
import { UserFilterBar } from './UserFilterBar.tsx';

const group = 'Users';
const noUsers: readonly User[] = [];
const idOf = (user: User) => user._id;

/** The people of the organisation (spec 2, 'Users'): the list's state is its address. */
export function UsersPage() {
  useTitle('Users');
  const navigate = useNavigate();
  const myId = useCurrentUser()._id;
  const [state, setState] = useUrlState(userListState);
  const [dense, setDense] = useDenseRows();
  const [current, setCurrent] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<User | null>(null);
  const input = queryOf(state);
  const query = useQuery(userList(input));
  const users = query.data?.data ?? noUsers;
  const pagination = query.data?.pagination;
  const filtered = isFiltered(state);
  const columns = useMemo(() => userColumns(myId, setDeleting), [myId]);

  useRowKeys({
    group,
    noun: 'user',
    rows: users,
    idOf,
    current,
    onMove: setCurrent,
    onOpen: (user) => void navigate(`/users/${user._id}`),
    onEdit: (user) => void navigate(`/users/${user._id}/edit`),
    onDelete: (user) => (user._id === myId ? toast.info('You cannot delete yourself') : setDeleting(user)),
  });

  return (
    <Page fill>
      <PageHeader
        title="Users"
        subtitle={
          <span role="status">
            {pagination
              ? `Showing: ${formatNumber(users.length)} of ${formatNumber(pagination.total)} users`
              : ' '}
          </span>
        }
        actions={
          <ActionLink label="Add User" group={group} keys="n" variant="primary" icon={Plus} to="/users/new" />
        }
      />
      <UserFilterBar filters={state} onChange={setState}>
        <DensityButton group={group} dense={dense} onChange={setDense} />
      </UserFilterBar>
      <DataTable
        label="Users"
        columns={columns}
        state={tableState<User>(query)}
        rowId={idOf}
        rowName={(user) => `user ${user.fullName}`}
        list={JSON.stringify(input)}
        newRows={(count) => (count === 1 ? '1 new user' : `${count} new users`)}
        hold={deleting !== null}
        cursor={{ id: current, onMove: setCurrent }}
        dense={dense}
        card={(user) => <UserCard user={user} myId={myId} onDelete={setDeleting} />}
        empty={
          <EmptyState
            icon={Users}
            title="No users found"
            text={filtered ? 'No user matches these filters.' : undefined}
          />
        }
      />
      {pagination && (pagination.total > 0 || state.page > 1) && (
        <Pagination
          page={state.page}
          totalPages={pagination.totalPages}
          onPage={(page) => setState({ page })}
          limit={state.limit}
          limits={pageSizes}
          onLimit={(limit) => setState({ limit })}
        />
      )}
      {deleting && <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
