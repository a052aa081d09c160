import type * as contract from '@crm/contracts/leads/past-list.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import { idOr, paging, type StateOf } from '../../url/fields.ts';

/** The state in the page's URL; `list` is the id of the batch that finds the leads. */
export const pastLeadsState = { ...paging, list: idOr('') };
export type PastLeadsState = StateOf<typeof pastLeadsState>;

/** A page of the leads of a moment. The past changes only when a lead of it is erased. */
export const pastLeads = ({ page, limit, list }: PastLeadsState) =>
  queryOptions({
    ...read(
      address<typeof contract.listPastLeads>('GET', '/leads/past/:id'),
      { params: { id: list }, query: { page, limit } },
      { topics: ['leads'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

export const exportAddress = address<typeof contract.exportPastLeads>('POST', '/leads/past/:id/export');
