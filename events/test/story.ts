import { expect } from 'vitest';
import { type Decider, fold } from '../language/decider.ts';

/**
 * Test helper for deciders: `given(…history).when(command).gives(…events)`, or `.refuses('reason')`. `gives()` without
 * events means: accepted, and nothing changes.
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
