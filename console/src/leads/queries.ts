import { operatorsForFilter } from '@crm/contracts/auth/auth.ts';
import { addressStats, listComments, listLeads } from '@crm/contracts/leads/read.ts';
import { activeOffers } from '@crm/contracts/offers/offers.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type LeadListInput = Input<typeof listLeads>['query'];

/** One page of the list. While the next is on its way the last stays in sight. */
export const leadList = (query: LeadListInput) =>
  queryOptions({
    ...read(listLeads, { query }, { topics: ['leads'] }),
    placeholderData: keepPreviousData,
  });

/** How many of the leads that the filters find have an address. */
export const leadAddressStats = (query: Input<typeof addressStats>['query']) =>
  queryOptions({
    ...read(addressStats, { query }, { topics: ['leads'] }),
    placeholderData: keepPreviousData,
  });

/** All comments of a lead, newest first. */
export const leadComments = (id: string) => read(listComments, { params: { id } }, { topics: ['leads'], id });

/** Who leads can be given to; for admins. */
export const operators = read(listOperators, {}, { topics: ['users'] });

/** Whose leads the list can be narrowed to; for those who see the leads of all operators. */
export const filterOperators = read(operatorsForFilter, {}, { topics: ['users'] });

/** The products that the list can be narrowed to. */
export const filterOffers = read(activeOffers, {}, { topics: ['offers'] });
