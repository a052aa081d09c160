import type { User } from '@crm/contracts/users/user.ts';
import { Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { AddLink } from '../../pages/list/AddLink.tsx';
import { activityOptions, FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { useResourceRow } from '../../pages/list/useResourceRow.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.tsx';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { userList } from '../queries.ts';
import { users } from '../resource.ts';
import { userTexts } from '../texts.ts';
import { UserCard, userColumns } from './columns.tsx';
import { queryOf, userListState } from './filters.ts';

const texts = userTexts.list;

const roles = [
  { value: 'all', label: texts.allRoles },
  { value: 'admin', label: texts.admin },
  { value: 'operator', label: texts.operator },
] as const;

/** The users of the organisation. */
export function UsersPage() {
  const myId = useCurrentUser()._id;
  const [deleting, setDeleting] = useState<User | null>(null);
  const askToDelete = (user: User) => (user._id === myId ? toast.info(texts.notYourself) : setDeleting(user));
  const { list, filter } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: userListState,
    query: (state) => userList(queryOf(state)),
    columns: useMemo(() => userColumns(myId, setDeleting), [myId]),
    row: {
      ...useResourceRow(users, { open: paths.users.one, onDelete: askToDelete }),
      card: (user) => <UserCard user={user} myId={myId} onDelete={setDeleting} />,
    },
    views: { of: 'users', use: useSavedViews },
    hold: deleting !== null,
  });

  return (
    <ListPage
      list={list}
      actions={
        <AddLink noun={userTexts.noun} group={texts.title} to={paths.users.new} needs={users.manage} />
      }
      filters={
        <FilterBar list={list} placeholder={texts.search}>
          <FilterSelect label={texts.role} options={roles} {...filter('role')} />
          <FilterSelect label={texts.status} options={activityOptions} {...filter('status')} />
        </FilterBar>
      }
      empty={{ icon: Users }}
    >
      {deleting && <DeleteDialog of={users} entity={deleting} onClose={() => setDeleting(null)} />}
    </ListPage>
  );
}
