import type { TenantId } from '@crm/events/ids.ts';
import type { Decider } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';

/** An aggregate as commands meet it: its rules and the events that they are told in. */
export type Aggregate<State, Command, Types extends EventTypes, Refusal extends string> = {
  decider: Decider<State, Command, EventOf<Types>, Refusal>;
  types: Types;
  /**
   * Names that no other stream may have while an aggregate of this tenant is in this state: `email:ann@x.test`. A name
   * that is unique only within a tenant has the tenant in it.
   */
  names?: (state: State, tenant: TenantId) => readonly string[];
};
