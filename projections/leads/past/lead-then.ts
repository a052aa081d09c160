import type { LeadId } from '@crm/events/ids.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Recorded } from '../../projection.ts';
import { foldLead } from '../fold.ts';
import { historiesOf } from '../history.ts';
import type { LeadRow } from '../row.ts';

type Fold<State> = (state: State | null, event: Recorded<LeadEvent>) => State | null;

/** The rows of leads as the read model had them at a moment, in the order of the ids; a lead that was deleted has none. */
export const leadsThen = (store: EventStore, ids: readonly LeadId[], at: Date): Promise<LeadRow[]> =>
  foldedThen(store, ids, at, foldLead);

/** Folds the events of each lead up to a moment; leads without a state are left out. */
export async function foldedThen<State>(
  store: EventStore,
  ids: readonly LeadId[],
  at: Date,
  fold: Fold<State>,
): Promise<State[]> {
  const states: State[] = [];
  for await (const history of historiesOf(store, ids)) {
    let state: State | null = null;
    for (const event of history) {
      if (event.at > at) break;
      // The number is in no answer.
      state = fold(state, { ...event, number: 0 });
    }
    if (state !== null) states.push(state);
  }
  return states;
}
