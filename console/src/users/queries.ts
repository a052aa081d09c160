import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as usersContract from '@crm/contracts/users/users.ts';
import type * as workContract from '@crm/contracts/work/work.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type UserListInput = Input<typeof usersContract.listUsers>['query'];

/** One page of the list; the previous page stays visible while the next loads. */
export const userList = (query: UserListInput) =>
  queryOptions({
    ...read(address<typeof usersContract.listUsers>('GET', '/users'), { query }, { topics: ['users'] }),
    placeholderData: keepPreviousData,
  });

/** A user, with the number of own leads: any lead hint refreshes it, because hints do not name the operator. */
export const userDetail = (id: string) =>
  read(
    address<typeof usersContract.getUser>('GET', '/users/:id'),
    { params: { id } },
    { topics: ['users', 'leads'], pace: 'aggregate' },
  );

/** The figures of a user's work. Any lead hint refreshes them, because hints do not name the operator. */
export const userActivity = (id: string) =>
  read(
    address<typeof usersContract.userStats>('GET', '/users/:id/stats'),
    { params: { id } },
    { topics: ['users', 'leads'], pace: 'aggregate' },
  );

export type ActionListInput = Input<typeof workContract.listUserActivity>['query'];

/** One page of a user's actions; the previous page stays visible while the next loads. */
export const userActions = (id: string, query: ActionListInput) =>
  queryOptions({
    ...read(
      address<typeof workContract.listUserActivity>('GET', '/users/:id/activity'),
      { params: { id }, query },
      { topics: ['work'], id, mentions: ['leads'] },
    ),
    placeholderData: keepPreviousData,
  });

export type UserAction = Answered<typeof workContract.listUserActivity>[number];
