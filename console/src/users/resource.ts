import type { User } from '@crm/contracts/users/user.ts';
import type * as usersContract from '@crm/contracts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { address } from '../api/address.ts';
import { knownRow } from '../api/knownRow.ts';
import { readNow } from '../api/read.ts';
import type { Resource } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { userDetail } from './queries.ts';
import { userTexts } from './texts.ts';

const DeleteOperatorDialog = lazy(() =>
  import('./leave/DeleteOperatorDialog.tsx').then((module) => ({ default: module.DeleteOperatorDialog })),
);

const listUsers = address<typeof usersContract.listUsers>('GET', '/users');

export const users: Resource<User> = {
  noun: userTexts.noun,
  list: { to: paths.users.list, title: userTexts.list.title },
  one: paths.users.one,
  manage: 'manage-users',
  edit: paths.users.edit,
  nameOf: ({ fullName }) => fullName,
  readNow: async (queryClient, id) => (await readNow(queryClient, userDetail(id))).data.user,
  useOne: (id, enabled) =>
    useQuery({ ...userDetail(id), enabled, select: ({ data, stale }) => ({ entity: data.user, stale }) }),
  known: (queryClient, id) => knownRow(queryClient, listUsers.path, id),
  remove: address<typeof usersContract.deleteUser>('DELETE', '/users/:id'),
  listed: listUsers,
  topics: ['users'],
  asking: { needed: ({ role }) => role === 'operator', Dialog: DeleteOperatorDialog },
};
