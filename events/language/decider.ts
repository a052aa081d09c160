/** What a decider answers: the facts that follow from the command, or why it is refused. */
export type Decision<Event, Refusal extends string> =
  | { kind: 'accepted'; events: readonly Event[] }
  | { kind: 'refused'; refusal: Refusal };

/** Accepted without an event means: it is already so. */
export function accept<Event>(...events: readonly Event[]): { kind: 'accepted'; events: readonly Event[] } {
  return { kind: 'accepted', events };
}

export function refuse<Refusal extends string>(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal };
}

/**
 * An aggregate's rules, pure: `evolve` folds its history into what the rules need to know, `decide` says what follows
 * from a command. Time, new ids and looked-up facts arrive with the command; an exception here is a bug.
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
