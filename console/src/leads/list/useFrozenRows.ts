import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { leadsOfSelection } from '@crm/contracts/leads/selections.ts';
import { useQuery } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import type { Frozen } from './selection.ts';

/**
 * The leads on screen that 'select all' has. Asks the server about leads whose numbers the selection does not have: one that
 * was deleted and restored has another number since.
 */
export function useFrozenRows(frozen: Frozen | null, rows: readonly Lead[]): readonly Lead[] {
  const unknown = frozen ? rows.flatMap((lead) => (frozen.has(lead) ? [] : lead._id)) : [];
  const { data } = useQuery({
    ...read(
      address<typeof leadsOfSelection>('GET', '/leads/selections/:id/leads'),
      { params: { id: frozen?._id ?? '' }, query: { leadIds: unknown.join(',') } },
      { topics: [] },
    ),
    enabled: unknown.length > 0,
    // Rows that come or go ask again; meanwhile the known ones of the same selection stay marked.
    placeholderData: (before, query) => (query?.queryKey[1].params.id === frozen?._id ? before : undefined),
  });
  const isUnmarked = ({ _id }: Lead) => unknown.includes(_id) && !data?.data.leadIds.includes(_id);
  return rows.filter((lead) => !isUnmarked(lead));
}
