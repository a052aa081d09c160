import type { User } from '@crm/contracts/users/user.ts';
import { deleteUser, listUsers } from '@crm/contracts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { userDetail } from './queries.ts';

export const users: Resource<User> = {
  noun: 'User',
  list: { to: paths.users.list, title: 'Users' },
  one: paths.users.one,
  edit: paths.users.edit,
  nameOf: ({ fullName }) => fullName,
  useOne: (id, enabled) => useQuery({ ...userDetail(id), enabled, select: ({ data }) => data.user }),
  remove: deleteUser,
  listed: listUsers,
  topics: ['users'],
};
