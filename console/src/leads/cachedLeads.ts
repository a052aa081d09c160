import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as readContract from '@crm/contracts/leads/read.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Answer } from '../api/client.ts';
import { refresh } from '../api/read.ts';

const getLead = address<typeof readContract.getLead>('GET', '/leads/:id');
const listLeads = address<typeof readContract.listLeads>('GET', '/leads');

type ListAnswer = Answer<typeof readContract.listLeads>;
type DetailAnswer = Answer<typeof readContract.getLead>;

/**
 * Applies `change` to the cached leads before the command's answer arrives; refetches them after a refusal.
 * Cancels reads under way: their answers may be from before the command. First loads go on, because they have
 * no shown rows to change back.
 */
export async function shownAtOnce<A>(
  queryClient: QueryClient,
  change: (lead: Lead) => Lead,
  run: () => Promise<A>,
): Promise<A> {
  const shown = { predicate: (query: Query) => query.state.data !== undefined };
  await Promise.all([
    queryClient.cancelQueries({ queryKey: [listLeads.path], ...shown }),
    queryClient.cancelQueries({ queryKey: [getLead.path], ...shown }),
  ]);
  changeLeads(queryClient, change);
  try {
    return await run();
  } catch (error) {
    void refresh(queryClient, ['leads']);
    throw error;
  }
}

export function changeLeads(queryClient: QueryClient, change: (lead: Lead) => Lead): void {
  queryClient.setQueriesData<ListAnswer>({ queryKey: [listLeads.path] }, (answer) =>
    answer ? { ...answer, data: answer.data.map(change) } : answer,
  );
  queryClient.setQueriesData<DetailAnswer>({ queryKey: [getLead.path] }, (answer) =>
    answer ? { ...answer, data: { ...answer.data, lead: change(answer.data.lead) } } : answer,
  );
}
