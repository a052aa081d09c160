import type { User } from '@crm/contracts/users/user.ts';
import { deleteUser, listUsers } from '@crm/contracts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { knownRow } from '../api/knownRow.ts';
import type { Resource } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { userDetail } from './queries.ts';

const DeleteOperatorDialog = lazy(() =>
  import('./leave/DeleteOperatorDialog.tsx').then((module) => ({ default: module.DeleteOperatorDialog })),
);

export const users: Resource<User> = {
  noun: 'User',
  list: { to: paths.users.list, title: 'Users' },
  one: paths.users.one,
  edit: paths.users.edit,
  nameOf: ({ fullName }) => fullName,
  useOne: (id, enabled) => useQuery({ ...userDetail(id), enabled, select: ({ data }) => data.user }),
  known: (queryClient, id) => knownRow(queryClient, listUsers.path, id),
  remove: deleteUser,
  listed: listUsers,
  topics: ['users'],
  asking: { needed: ({ role }) => role === 'operator', Dialog: DeleteOperatorDialog },
};
