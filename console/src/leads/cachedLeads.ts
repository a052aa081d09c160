import type { Answered } from '@crm/contracts/endpoint.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as readContract from '@crm/contracts/leads/read.ts';
import type { QueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { holdChange, type Sent } from '../api/holdChange.ts';

const getLead = address<typeof readContract.getLead>('GET', '/leads/:id');
const listLeads = address<typeof readContract.listLeads>('GET', '/leads');

type Listed = Answered<typeof readContract.listLeads>;
type Detail = Answered<typeof readContract.getLead>;

/** Shows the change of a command in the cached leads: see api/holdChange.ts. */
export function holdLeads(queryClient: QueryClient, command: Sent, change: (lead: Lead) => Lead): void {
  holdChange(queryClient, [listLeads.path], command, (leads: Listed) => leads.map(change));
  holdChange(queryClient, [getLead.path], command, (known: Detail) => ({
    ...known,
    lead: change(known.lead),
  }));
}
