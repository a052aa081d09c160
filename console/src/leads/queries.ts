import type * as readContract from '@crm/contracts/leads/read.ts';
import type * as usersContract from '@crm/contracts/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type LeadListInput = Input<typeof readContract.listLeads>['query'];

/** One page of the list; the previous page stays visible while the next loads. */
export const leadList = (query: LeadListInput) =>
  queryOptions({
    ...read(
      address<typeof readContract.listLeads>('GET', '/leads'),
      { query },
      { topics: ['leads'], mentions: ['users'] },
    ),
    placeholderData: keepPreviousData,
  });

/** The numbers of leads with and without an address among those that match the filters. */
export const leadAddressStats = (query: Input<typeof readContract.addressStats>['query']) =>
  queryOptions({
    ...read(
      address<typeof readContract.addressStats>('GET', '/leads/address-stats'),
      { query },
      { topics: ['leads'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

/** All comments of a lead, newest first. */
export const leadComments = (id: string) =>
  read(
    address<typeof readContract.listComments>('GET', '/leads/:id/comments'),
    { params: { id } },
    { topics: ['leads'], id },
  );

/**
 * Which of these order ids belong to no lead; counted with the list. The ids are one text, as in the list, so that 500 of
 * them fit into an address.
 */
export const missingOrderIds = (orderIds: readonly string[]) =>
  read(
    address<typeof readContract.missingOrderIds>('GET', '/leads/missing-order-ids'),
    { query: { orderIds: orderIds.join(',') } },
    { topics: ['leads'], pace: 'aggregate' },
  );

/** The operators that a lead can be assigned to; for admins. */
export const operators = read(
  address<typeof usersContract.listOperators>('GET', '/admin/operators'),
  {},
  { topics: ['users'], pace: 'aggregate' },
);
