import type * as contract from '@crm/contracts/leads/aside.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import { paging, type StateOf } from '../../url/fields.ts';

/** The state in the page's URL. */
export const asideListState = paging;

/** A page of the leads over the limit. */
export const asideLeads = ({ page, limit }: StateOf<typeof asideListState>) =>
  queryOptions({
    ...read(
      address<typeof contract.listAsideLeads>('GET', '/leads/aside'),
      { query: { page, limit } },
      { topics: ['aside-leads'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });
