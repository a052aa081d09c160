import type { Refusal } from '@crm/contracts/refusals.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { Decider } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';

/** Names that only one stream at a time can have. */
export type UniqueNames<State> = {
  /**
   * Names to reserve for an aggregate of this tenant in this state: `email:ann@x.test`. A name that is unique only per
   * tenant contains the tenant.
   */
  of: (state: State, tenant: TenantId) => readonly string[];
  /** The refusal of a command whose name another stream has. */
  whenTaken: (name: string) => Refusal;
};

/** An aggregate for command execution: its decider and its event types. */
export type Aggregate<State, Command, Types extends EventTypes, R extends Refusal> = {
  decider: Decider<State, Command, EventOf<Types>, R>;
  types: Types;
  /** Its states are cached as lookups (command-api/handle/lookups.ts), so every process must drop them after a change. */
  isLookedUp?: boolean;
  names?: UniqueNames<State>;
};
