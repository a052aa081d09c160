import type { Answered } from '@crm/contracts/endpoint.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as readContract from '@crm/contracts/leads/read.ts';
import type * as writeContract from '@crm/contracts/leads/write.ts';
import { useQuery } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { knownRow } from '../api/knownRow.ts';
import type { Deletable, Readable } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { leadDetail } from './detail/queries.ts';
import { leadWords } from './texts/words.ts';

const listLeads = address<typeof readContract.listLeads>('GET', '/leads');

/** A lead and its timeline, which is null while only the row of a list is known. */
type LeadWithTimeline = { lead: Lead; timeline: Answered<typeof readContract.getLead>['timeline'] | null };

export const leadWithTimeline: Readable<LeadWithTimeline> = {
  noun: leadWords.lead,
  list: { to: paths.leads.list, title: leadWords.leads },
  useOne: (id, enabled) =>
    useQuery({ ...leadDetail(id), enabled, select: ({ data, stale }) => ({ entity: data, stale }) }),
  known(queryClient, id) {
    const lead = knownRow<Lead>(queryClient, listLeads.path, id);
    return lead && { lead, timeline: null };
  },
};

export const leads: Deletable<Pick<Lead, '_id' | 'orderId'>> = {
  noun: leadWords.lead,
  nameOf: ({ orderId }) => leadWords.order(orderId),
  remove: address<typeof writeContract.deleteLead>('DELETE', '/leads/:id'),
  listed: listLeads,
  topics: ['leads', 'approvals'],
};
