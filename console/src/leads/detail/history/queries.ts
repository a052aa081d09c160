import type * as contract from '@crm/contracts/leads/history.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../../../api/address.ts';
import { read } from '../../../api/read.ts';

/** The lead after one event. The event before stays on screen while the slider moves. */
export const leadAt = (id: string, revision: number) =>
  queryOptions({
    ...read(
      address<typeof contract.getLeadAt>('GET', '/leads/:id/at'),
      { params: { id }, query: { revision } },
      { topics: ['leads'], id },
    ),
    placeholderData: keepPreviousData,
  });
