import type { Refusal } from '@crm/contracts/refusals.ts';
import { fold } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { Guard } from '../access/access.ts';
import type { EventStore, Position } from '../event-store/port.ts';
import { isRefused, type Refused, refused } from '../http/result.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { CommandId } from './envelope.ts';
import type { Execution } from './execution.ts';
import { type History, load } from './load.ts';
import { appendOf } from './new-append.ts';
import { decidedFrom, refusalOf, refusalOfAppend } from './refuse-execution.ts';

export type Executed<Event> = {
  kind: 'executed';
  /** Events of the command; empty if nothing had to change. */
  events: readonly Event[];
  /** Of the last of these events. */
  position: Position | null;
  /**
   * What the answer is known from: the command's own events, or, without any, those that it was decided from. A read at this
   * position agrees with the answer, also where another writer had already done what the command asks for.
   */
  asOf: Position | null;
  at: Date;
  /** The events were appended by this call; false for a repeat, and for a command without events. */
  appended: boolean;
};

/** Dependencies of command execution. */
export type CommandDependencies = {
  store: EventStore;
  /**
   * Drops the cached lookups of a stream, in every process. Called after an append to an aggregate with `isLookedUp`;
   * only other aggregates can be changed without it.
   */
  forgetLookup?: (stream: string) => void;
};

/** Maximum number of attempts when other writers append to the stream at the same time. */
const TRIES = 12;

/**
 * Loads, folds, decides and appends. If another writer appends first, the command is decided again on the new state, so
 * that its own rules decide. A repeated command is recognised by its id in the stream and answered from its first
 * events. A refusal carries the position of the events that it was decided from, so that the loser of a race can read
 * the winner's write.
 */
export function execute<State, Command, Types extends EventTypes, R extends Refusal>(
  deps: CommandDependencies,
  execution: Execution<State, Command, Types, R>,
): Promise<Executed<EventOf<Types>> | Refused> {
  const { stream, command, traceparent: parent = execution.origin.traceparent } = execution;
  return inSpan(
    `command ${categoryOf(stream)}`,
    { kind: 'internal', parent, attributes: { 'crm.command': typeOf(command) } },
    (span) => decideAndAppend(deps, { ...execution, traceparent: span?.traceparent ?? parent }),
    (done) => ({ 'crm.outcome': done.kind === 'refused' ? done.refusal : done.kind }),
  );
}

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

const typeOf = (command: unknown): string | undefined =>
  typeof command === 'object' && command !== null && 'type' in command ? String(command.type) : undefined;

async function decideAndAppend<State, Command, Types extends EventTypes, R extends Refusal>(
  { store, forgetLookup }: CommandDependencies,
  execution: Execution<State, Command, Types, R>,
): Promise<Executed<EventOf<Types>> | Refused> {
  const { aggregate, stream, tenant, command, commandId, creates, guard = unguarded } = execution;
  if (aggregate.isLookedUp && !forgetLookup)
    throw new Error(`${stream} is looked up: a change of it needs 'forgetLookup'`);
  if (isRefused(command)) {
    const earlier = repeatOf(await load(store, aggregate.types, stream), commandId);
    return earlier ?? (await execution.allowed?.()) ?? command;
  }

  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const isRead = !creates || attempt > 1;
    const history = isRead ? await load(store, aggregate.types, stream) : unread<EventOf<Types>>();
    const earlier = repeatOf(history, commandId);
    if (earlier) return earlier;

    // An aggregate of another tenant is treated as absent.
    const own = history.tenant === null || history.tenant === tenant;
    const past = own ? history.events : [];
    const decision = aggregate.decider.decide(command, fold(aggregate.decider, past));
    const reason = decision.kind === 'refused' ? decision.refusal : null;
    const refusal = await refusalOf(store, execution, history, reason);
    // The command may be a repeat of the one that created the stream: the next attempt reads it.
    if (refusal && commandId.keyed && !isRead) continue;
    if (refusal) return refusal;
    if (decision.kind === 'refused' || decision.events.length === 0) {
      const asOf = decidedFrom(history, tenant);
      return { kind: 'executed', events: [], position: null, asOf, at: new Date(), appended: false };
    }

    const append = appendOf(execution, history.revision, past, decision.events);
    const outcome = await guard(() => store.append(append), tenant);
    if (isRefused(outcome)) return outcome;
    if (outcome.kind === 'conflict') continue;
    if (outcome.kind !== 'appended') return refusalOfAppend(store, aggregate.names, outcome);

    if (aggregate.isLookedUp) forgetLookup?.(stream);
    // A keyed command is answered from the stored events: with their recorded time, and with the first result if the same
    // command was stored before, even with another body. A creation returns no time, so it is not read again.
    if (outcome.repeated || (commandId.keyed && !creates)) continue;
    return {
      kind: 'executed',
      events: decision.events,
      position: outcome.position,
      asOf: outcome.position,
      at: new Date(),
      appended: true,
    };
  }
  // The last attempt may have stored the command, or found that it was stored.
  return repeatOf(await load(store, aggregate.types, stream), commandId) ?? refused('too-busy');
}

const unguarded: Guard = (append) => append();

/** An empty history for a command that creates its stream: the append checks that the stream is new. */
function unread<Event>(): History<Event> {
  return { tenant: null, revision: 'none', recorded: [], events: [] };
}

function repeatOf<Event>(history: History<Event>, command: CommandId): Executed<Event> | Refused | null {
  const mine = history.recorded.flatMap((each, at) =>
    each.meta.commandId === command.id ? [{ each, at }] : [],
  );
  const last = mine.at(-1)?.each;
  if (!last) return null;
  if (last.meta.requestHash !== command.requestHash)
    return refused('key-reused', { position: last.position });
  const events = mine.flatMap(({ at }) => history.events[at] ?? []);
  const { position, at } = last;
  return { kind: 'executed', events, position, asOf: position, at, appended: false };
}
