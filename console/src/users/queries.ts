import { getUser, listUsers, userStats } from '@crm/contracts/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type UserListInput = Input<typeof listUsers>['query'];

/** One page of the list; the previous page stays visible while the next loads. */
export const userList = (query: UserListInput) =>
  queryOptions({
    ...read(listUsers, { query }, { topics: ['users'] }),
    placeholderData: keepPreviousData,
  });

export const userDetail = (id: string) => read(getUser, { params: { id } }, { topics: ['users'], id });

/** The figures of a user's work. Any lead hint refreshes them, because hints do not name the operator. */
export const userActivity = (id: string) =>
  read(userStats, { params: { id } }, { topics: ['users', 'leads'], pace: 'aggregate' });
