import { type Refusal, refusals } from '@crm/contracts/refusals.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { Guard } from '../access/access.ts';
import type { Append, EventStore, Position } from '../event-store/port.ts';
import { isRefused, type Refused, refused } from '../http/result.ts';
import type { Aggregate } from './aggregate.ts';
import { type CommandId, metaOf, newEvents, type RequestOrigin } from './envelope.ts';
import { type History, load } from './load.ts';

/** One command on one stream, with everything that its decider could not know looked up. */
export type Execution<State, Command, Types extends EventTypes, R extends Refusal> = {
  aggregate: Aggregate<State, Command, Types, R>;
  stream: string;
  tenant: TenantId;
  command: Command;
  actor: Actor;
  origin: RequestOrigin;
  /** Of the request that asks for it; a batch goes on whatever its actor may do by now. */
  guard?: Guard;
  commandId: CommandId;
  /** The batch that does it, of whose effect it is a part. */
  causationId?: string;
  /** The stream is new with this command: decided without reading it first, which a conflict makes up for. */
  creates: boolean;
  /** A name for the stream beyond those that its state holds. */
  reserve?: string;
  /** The revision that the caller read; the stream must not have moved on since. */
  seenRevision?: number | undefined;
  /** Asked only where the command is new. */
  allowed?: () => Promise<Refused | null>;
};

export type Executed<Event> = {
  kind: 'executed';
  /** What the command came to; empty when it was so already. */
  events: readonly Event[];
  position: Position | null;
  at: Date;
};

/** What a command is executed on. What is kept of a stream elsewhere is forgotten once it has moved on. */
export type CommandDependencies = { store: EventStore; lookups: { forget(stream: string): void } };

/** As many writers may meet on one stream before the last is told that there are too many. */
const TRIES = 12;

/**
 * Loads, folds, decides and appends. Two at once: the store lets one win, and the other is decided anew on what
 * then stands there, so that it is told what became of it by its own rules. A command sent again is recognised by
 * its id in the stream and answered from the events it made the first time. A refusal carries the position of the
 * events that it was decided from, so that the loser of a race can read what the winner wrote.
 */
export async function execute<State, Command, Types extends EventTypes, R extends Refusal>(
  { store, lookups }: CommandDependencies,
  execution: Execution<State, Command, Types, R>,
): Promise<Executed<EventOf<Types>> | Refused> {
  const { aggregate, stream, tenant, command, actor, origin, commandId, seenRevision } = execution;
  const { guard = unguarded } = execution;
  let history: History<EventOf<Types>> | null = execution.creates && !commandId.keyed ? unread() : null;

  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    history ??= await load(store, aggregate.types, stream);
    const earlier = repeatOf(history, commandId);
    if (earlier) return earlier;

    // Another tenant's aggregate does not exist for this one.
    const own = history.tenant === null || history.tenant === tenant;
    const past = own ? history.events : [];
    const decision = aggregate.decider.decide(command, fold(aggregate.decider, past));
    // Before the revision: what the caller may not see is 'not found' whichever revision they name.
    if (decision.kind === 'refused' && refusals[decision.refusal].status === 404)
      return refusedBy(store, history, tenant, decision.refusal);
    if (seenRevision !== undefined && history.revision !== seenRevision)
      return refusedBy(store, history, tenant, 'changed-meanwhile');
    const refusal = await execution.allowed?.();
    if (refusal) return refusal;
    if (decision.kind === 'refused') return refusedBy(store, history, tenant, decision.refusal);
    if (decision.events.length === 0) return { kind: 'executed', events: [], position: null, at: new Date() };

    const append: Append = {
      stream,
      expected: history.revision,
      events: newEvents(
        aggregate.types,
        decision.events,
        metaOf({ tenant, actor, origin, command: commandId, causationId: execution.causationId }),
      ),
      ...namesOf(aggregate, tenant, past, decision.events, execution.reserve),
    };
    const outcome = await guard(() => store.append(append));
    if (isRefused(outcome)) return outcome;
    switch (outcome.kind) {
      case 'appended':
        lookups.forget(stream);
        // A key's answer is that of what stands: the time that the store gave it, and if the same command stood there
        // first, perhaps with another body, what that one said. A creation says no time, and is not read again.
        if (outcome.repeated || (commandId.keyed && !execution.creates)) {
          history = null;
          continue;
        }
        return {
          kind: 'executed',
          events: decision.events,
          position: outcome.position,
          at: new Date(),
        };
      case 'conflict':
        history = null;
        continue;
      case 'taken':
        // The name was taken by an event that stands no further than the head.
        return refused(refusalOfTaken(outcome.name), { position: await store.head() });
      case 'too-large':
        return refused('too-large', {
          errors: { body: `At most ${outcome.limit} bytes; this has ${outcome.bytes}` },
        });
      case 'unavailable':
      case 'unknown':
        return refused('unavailable');
      default:
        return outcome satisfies never;
    }
  }
  return refused('too-busy');
}

const unguarded: Guard = (append) => append();

/** Nothing was read yet: to be decided as for a new stream, at the store's word. */
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
  return { kind: 'executed', events, position: last.position, at: last.at };
}

/**
 * The names that the stream has after these events, and those that it gives back with them. All that it has are asked
 * for, also those that it had before, which changes nothing: so a stream that was written when names had another form
 * gets them in today's form with its next event.
 */
function namesOf<State, Command, Types extends EventTypes, R extends Refusal>(
  { decider, names }: Aggregate<State, Command, Types, R>,
  tenant: TenantId,
  past: readonly EventOf<Types>[],
  events: readonly EventOf<Types>[],
  more: string | undefined,
): { reserve?: string[]; release?: string[] } {
  const before = names?.(fold(decider, past), tenant) ?? [];
  const after = names?.(fold(decider, [...past, ...events]), tenant) ?? [];
  return {
    reserve: [...after, ...(more === undefined ? [] : [more])],
    release: before.filter((name) => !after.includes(name)),
  };
}

/**
 * A refusal with the position of the stream that it was decided from. A 404 has the head instead, so that it does not
 * tell a deleted thing from another tenant's, or from one that never was.
 */
async function refusedBy(
  store: EventStore,
  { tenant: owner, recorded }: History<unknown>,
  tenant: TenantId,
  refusal: Refusal,
): Promise<Refused> {
  if (refusals[refusal].status === 404) return refused(refusal, { position: await store.head() });
  const last = recorded.at(-1);
  return refused(refusal, last && owner === tenant ? { position: last.position } : {});
}

/** Names are reserved as `email:…`, `username:…`, `view-name:…`, and `command:…` for an Idempotency-Key that makes something. */
function refusalOfTaken(name: string): Refusal {
  if (name.startsWith('email:')) return 'email-taken';
  if (name.startsWith('username:')) return 'username-taken';
  if (name.startsWith('view-name:')) return 'view-name-taken';
  return 'key-reused';
}
