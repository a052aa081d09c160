import type { LeadId } from '@crm/events/ids.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { PastListFilters } from '@crm/events/leads/past-list.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Recorded } from '../../projection.ts';
import { hasTerms, searchTerms } from '../../search/terms.ts';
import { foldLead } from '../fold.ts';
import type { LeadRow } from '../row.ts';
import { foldSearch, type SearchRow } from '../search-text.ts';
import { foldedThen } from './lead-then.ts';

type LeadThen = { row: LeadRow; search: SearchRow };

/** The ids of the leads that matched the filters at a moment, by the rules of the leads list. */
export async function matchingThen(
  store: EventStore,
  ids: readonly LeadId[],
  at: Date,
  filters: PastListFilters,
): Promise<Set<string>> {
  const { status, offer, assignedOperator } = filters;
  const terms = searchTerms(filters.search ?? '');
  const then = await foldedThen(store, ids, at, withSearch);
  const matching = then.filter(
    ({ row, search: { search } }) =>
      (status === null || row.status === status) &&
      (offer === null || row.offer_id === offer) &&
      (assignedOperator === null || row.operator_id === assignedOperator) &&
      hasTerms(search, terms),
  );
  return new Set(matching.map(({ row }) => row.id));
}

function withSearch(lead: LeadThen | null, event: Recorded<LeadEvent>): LeadThen | null {
  const row = foldLead(lead?.row ?? null, event);
  const search = foldSearch(lead?.search ?? null, event);
  return row && search && { row, search };
}
