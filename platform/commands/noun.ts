import type { Decider } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';

/** A noun as commands meet it: its rules and the events that they are told in. */
export type Noun<State, Command, Types extends EventTypes, Refusal extends string> = {
  decider: Decider<State, Command, EventOf<Types>, Refusal>;
  types: Types;
  /** Names that are this one's alone in the whole installation while it is in this state (`email:ann@x.test`). */
  names?: (state: State) => readonly string[];
};
