import { operatorsForFilter } from '@crm/contracts/auth/auth.ts';
import { addressStats, listComments, listLeads } from '@crm/contracts/leads/read.ts';
import { activeOffers } from '@crm/contracts/offers/offers.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type LeadListInput = Input<typeof listLeads>['query'];

/** One page of the list; the previous page stays visible while the next loads. */
export const leadList = (query: LeadListInput) =>
  queryOptions({
    ...read(listLeads, { query }, { topics: ['leads'] }),
    placeholderData: keepPreviousData,
  });

/** The numbers of leads with and without an address among those that match the filters. */
export const leadAddressStats = (query: Input<typeof addressStats>['query']) =>
  queryOptions({
    ...read(addressStats, { query }, { topics: ['leads'], pace: 'aggregate' }),
    placeholderData: keepPreviousData,
  });

/** All comments of a lead, newest first. */
export const leadComments = (id: string) => read(listComments, { params: { id } }, { topics: ['leads'], id });

/** The operators that a lead can be assigned to; for admins. */
export const operators = read(listOperators, {}, { topics: ['users'] });

/** The operators of the list's filter; for users who see all operators' leads. */
export const filterOperators = read(operatorsForFilter, {}, { topics: ['users'] });

/** The offers of the list's filter. */
export const filterOffers = read(activeOffers, {}, { topics: ['offers'] });
