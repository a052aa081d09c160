import { getLead } from '@crm/contracts/leads/read.ts';
import { read } from '../../api/read.ts';

/** A lead with its history; whatever happens to it brings it up to date. */
export const leadDetail = (id: string) => read(getLead, { params: { id } }, { topics: ['leads'], id });
