import { getLead } from '@crm/contracts/leads/read.ts';
import { read } from '../../api/read.ts';

/** A lead with its timeline; live hints about the lead refresh it. */
export const leadDetail = (id: string) => read(getLead, { params: { id } }, { topics: ['leads'], id });
