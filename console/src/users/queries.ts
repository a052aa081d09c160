import { getUser, listUsers, userStats } from '@crm/contracts/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type UserListInput = Input<typeof listUsers>['query'];

/** One page of the list. While the next is on its way the last stays in sight. */
export const userList = (query: UserListInput) =>
  queryOptions({
    ...read(listUsers, { query }, { topics: ['users'] }),
    placeholderData: keepPreviousData,
  });

export const userDetail = (id: string) => read(getUser, { params: { id } }, { topics: ['users'], id });

/** What a user has done. Their leads change it, whichever leads those are. */
export const userActivity = (id: string) =>
  read(userStats, { params: { id } }, { topics: ['users', 'leads'] });
