import type { TenantId } from '@crm/events/ids.ts';
import type { Decider } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';

/** An aggregate for command execution: its decider and its event types. */
export type Aggregate<State, Command, Types extends EventTypes, Refusal extends string> = {
  decider: Decider<State, Command, EventOf<Types>, Refusal>;
  types: Types;
  /**
   * Its states are cached as lookups (command-api/handle/lookups.ts), so every process must be told about a change.
   */
  isLookedUp?: boolean;
  /**
   * Names to reserve for an aggregate of this tenant in this state: `email:ann@x.test`. No other stream can reserve the
   * same name, so a name that is unique only per tenant contains the tenant.
   */
  names?: (state: State, tenant: TenantId) => readonly string[];
};
