import type { Lead } from '@crm/contracts/leads/lead.ts';
import { getLead } from '@crm/contracts/leads/read.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { holdLeads } from './cachedLeads.ts';

// The parts of a lead's answer that an optimistic change touches.
const leadWith = (status: Lead['status']) => ({ data: { lead: { _id: 'a', status } } });

test('a read that was under way does not bring back the status from before a change', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' });
  const queryClient = new QueryClient();
  const queryKey = [getLead.path, { params: { id: 'a' } }];
  queryClient.setQueryData(queryKey, leadWith('processing'));
  let arrive: (answer: ReturnType<typeof leadWith>) => void = () => {};
  const queryFn = () => new Promise<ReturnType<typeof leadWith>>((resolve) => (arrive = resolve));
  const read = queryClient.fetchQuery({ queryKey, queryFn, meta: { topics: [], id: null } });
  const unanswered = new Promise<never>(() => {});
  holdLeads(queryClient, unanswered, (lead) => ({ ...lead, status: 'approved' }));
  arrive(leadWith('processing'));
  await read;
  expect(queryClient.getQueryData(queryKey)).toEqual(leadWith('approved'));
});
