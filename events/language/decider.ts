/** The result of a decider: the new events, or the refusal. */
export type Decision<Event, Refusal extends string> =
  | { kind: 'accepted'; events: readonly Event[] }
  | { kind: 'refused'; refusal: Refusal };

/** Accepts a command; without events, nothing had to change. */
export function accept<Event>(...events: readonly Event[]): { kind: 'accepted'; events: readonly Event[] } {
  return { kind: 'accepted', events };
}

export function refuse<Refusal extends string>(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal };
}

/**
 * The pure rules of an aggregate: `evolve` folds events into the state, `decide` returns the events of a command. Time,
 * new ids and lookups are part of the command. An exception here is a bug.
 */
export type Decider<State, Command, Event, Refusal extends string> = {
  initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Decision<Event, Refusal>;
};

export function fold<State, Event>(
  decider: { initialState: State; evolve(state: State, event: Event): State },
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initialState);
}
