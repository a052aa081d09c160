import type * as readContract from '@crm/contracts/leads/read.ts';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';

/** A lead with its timeline; live hints about the lead refresh it. */
export const leadDetail = (id: string) =>
  read(
    address<typeof readContract.getLead>('GET', '/leads/:id'),
    { params: { id } },
    { topics: ['leads'], id },
  );
