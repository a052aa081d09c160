import type { Refusal } from '@crm/contracts/refusals.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { Append } from '../event-store/port.ts';
import type { Aggregate } from './aggregate.ts';
import { metaOf, newEvents } from './envelope.ts';
import type { Execution } from './execution.ts';

/** The append of a command's events. @param past the stream's events before these */
export function appendOf<State, Command, Types extends EventTypes, R extends Refusal>(
  execution: Execution<State, Command, Types, R>,
  expected: Append['expected'],
  past: readonly EventOf<Types>[],
  events: readonly EventOf<Types>[],
): Append {
  const { aggregate, stream, tenant, reserve } = execution;
  const meta = metaOf({ ...execution, command: execution.commandId });
  const names = namesOf(aggregate, tenant, past, events);
  return {
    stream,
    expected,
    events: newEvents(aggregate.types, events, meta),
    reserve: [...names.reserve, ...(reserve ?? [])],
    release: names.release,
  };
}

/**
 * Names to reserve and release with these events. It reserves all names of the new state, also names that the stream
 * has already, which changes nothing: so a stream from before a change of the name format gets its names in the new
 * format with its next event.
 */
function namesOf<State, Command, Types extends EventTypes, R extends Refusal>(
  { decider, names }: Aggregate<State, Command, Types, R>,
  tenant: TenantId,
  past: readonly EventOf<Types>[],
  events: readonly EventOf<Types>[],
): { reserve: readonly string[]; release: readonly string[] } {
  const before = names?.of(fold(decider, past), tenant) ?? [];
  const after = names?.of(fold(decider, [...past, ...events]), tenant) ?? [];
  return { reserve: after, release: before.filter((name) => !after.includes(name)) };
}
