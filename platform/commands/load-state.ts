import { fold } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { EventStore } from '../event-store/port.ts';
import { load } from './load.ts';

type Folded<State, T extends EventTypes> = {
  decider: { initialState: State; evolve(state: State, event: EventOf<T>): State };
  types: T;
};

/** Folds an aggregate from its whole stream; the initial state if the stream does not exist. Throws StreamIsNewer. */
export async function loadState<State, T extends EventTypes>(
  store: Pick<EventStore, 'readStream'>,
  { decider, types }: Folded<State, T>,
  stream: string,
): Promise<State> {
  return fold(decider, (await load(store, types, stream)).events);
}
