import { expect } from 'vitest';
import { type Decider, fold } from '../language/decider.ts';

/**
 * For tests: a decider's rules told as `given(…history).when(command).gives(…events)`, or `.refuses('why')`.
 * Gives nothing means: accepted, and already so.
 */
export function storiesOf<State, Command, Event, Refusal extends string>(
  decider: Decider<State, Command, Event, Refusal>,
) {
  return function given(...history: readonly Event[]) {
    return {
      when(command: Command) {
        const decision = decider.decide(command, fold(decider, history));
        return {
          gives: (...events: readonly Event[]) => expect(decision).toEqual({ kind: 'accepted', events }),
          refuses: (refusal: Refusal) => expect(decision).toEqual({ kind: 'refused', refusal }),
        };
      },
      leaves: (state: State) => expect(fold(decider, history)).toEqual(state),
    };
  };
}
