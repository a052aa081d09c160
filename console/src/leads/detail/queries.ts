import type * as readContract from '@crm/contracts/leads/read.ts';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';

/** The customer's other orders. */
export const otherOrders = (id: string) =>
  read(
    address<typeof readContract.listOtherOrders>('GET', '/leads/:id/other-orders'),
    { params: { id } },
    { topics: ['leads'], pace: 'aggregate' },
  );

/** A lead with its timeline; live hints about the lead refresh it. */
export const leadDetail = (id: string) =>
  read(
    address<typeof readContract.getLead>('GET', '/leads/:id'),
    { params: { id } },
    { topics: ['leads'], id, mentions: ['users'] },
  );
