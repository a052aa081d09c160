import { type Refusal, refusals } from '@crm/contracts/refusals.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { Guard } from '../access/access.ts';
import type { Append, AppendOutcome, EventStore, Position } from '../event-store/port.ts';
import { isRefused, type Refused, refused } from '../http/result.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { Aggregate, UniqueNames } from './aggregate.ts';
import { type CommandId, type CommandOrigin, metaOf, newEvents } from './envelope.ts';
import { type History, load } from './load.ts';

/** One command on one stream, with the data that its decider needs from elsewhere. */
export type Execution<State, Command, Types extends EventTypes, R extends Refusal> = {
  aggregate: Aggregate<State, Command, Types, R>;
  stream: string;
  tenant: TenantId;
  /** A refusal takes the place of a command that cannot be made; a repeat still gets its first answer. */
  command: Command | Refused;
  actor: Actor;
  origin: CommandOrigin;
  /**
   * Guards the append against access that the request's caller has lost. A batch has none: it continues with its
   * actor's rights at the start.
   */
  guard?: Guard;
  commandId: CommandId;
  /** The event that caused this command, or the batch that runs it; default: none. */
  causationId?: string;
  /** The correlation id of the cause; default: a new one. */
  correlationId?: string;
  /** The trace context of the cause; default: that of the request's origin. */
  traceparent?: string | undefined;
  /**
   * The command creates the stream: it is decided without a first read. If the stream exists, the conflict corrects
   * that; and before a refusal the stream is read, because the command may be a repeat.
   */
  creates: boolean;
  /** More names to reserve, besides those of the state. */
  reserve?: readonly string[];
  /** The revision that the caller read; the command is refused if the stream has changed since. */
  seenRevision?: number | undefined;
  /** Checks a new command; not called for a repeated one. */
  allowed?: () => Promise<Refused | null>;
};

type AnyExecution = Execution<unknown, unknown, EventTypes, Refusal>;

export type Executed<Event> = {
  kind: 'executed';
  /** Events of the command; empty if nothing had to change. */
  events: readonly Event[];
  position: Position | null;
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
    if (decision.kind === 'refused' || decision.events.length === 0)
      return { kind: 'executed', events: [], position: null, at: new Date(), appended: false };

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
      at: new Date(),
      appended: true,
    };
  }
  // The last attempt may have stored the command, or found that it was stored.
  return repeatOf(await load(store, aggregate.types, stream), commandId) ?? refused('too-busy');
}

/** Why a command is not carried out: null if it is. @param reason the decider's */
async function refusalOf(
  store: EventStore,
  { tenant, seenRevision, allowed }: Pick<AnyExecution, 'tenant' | 'seenRevision' | 'allowed'>,
  history: History<unknown>,
  reason: Refusal | null,
): Promise<Refused | null> {
  const refusing = (refusal: Refusal) => refusedBy(store, history, tenant, refusal);
  // Checked before the revision: an aggregate that the caller may not see is 'not found' at any revision.
  if (reason !== null && refusals[reason].status === 404) return refusing(reason);
  if (seenRevision !== undefined && history.revision !== seenRevision) return refusing('changed-meanwhile');
  return (await allowed?.()) ?? (reason === null ? null : refusing(reason));
}

/** @param past the stream's events before these */
function appendOf<State, Command, Types extends EventTypes, R extends Refusal>(
  execution: Execution<State, Command, Types, R>,
  expected: Append['expected'],
  past: readonly EventOf<Types>[],
  events: readonly EventOf<Types>[],
): Append {
  const { aggregate, stream, tenant, actor, origin, commandId, reserve } = execution;
  const { causationId, correlationId, traceparent } = execution;
  const meta = metaOf({
    tenant,
    actor,
    origin,
    command: commandId,
    causationId,
    correlationId,
    traceparent,
  });
  return {
    stream,
    expected,
    events: newEvents(aggregate.types, events, meta),
    ...namesOf(aggregate, tenant, past, events, reserve),
  };
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
  return { kind: 'executed', events, position: last.position, at: last.at, appended: false };
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
  more: readonly string[] = [],
): { reserve?: string[]; release?: string[] } {
  const before = names?.of(fold(decider, past), tenant) ?? [];
  const after = names?.of(fold(decider, [...past, ...events]), tenant) ?? [];
  return {
    reserve: [...after, ...more],
    release: before.filter((name) => !after.includes(name)),
  };
}

/**
 * A refusal with the position of the stream that it was decided from. A 404 has the head instead, so that a deleted
 * aggregate, another tenant's, and one that never existed look the same.
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

/** The refusal of a command whose events were not appended. */
async function refusalOfAppend<State>(
  store: EventStore,
  names: UniqueNames<State> | undefined,
  outcome: NotAppended,
): Promise<Refused> {
  switch (outcome.kind) {
    case 'taken':
      // The event that took the name is at or before the head.
      return refused(refusalOfTaken(names, outcome.name), {
        taken: outcome.name,
        position: await store.head(),
      });
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

type NotAppended = Exclude<AppendOutcome, { kind: 'appended' | 'conflict' }>;

function refusalOfTaken<State>(names: UniqueNames<State> | undefined, taken: string): Refusal {
  if (taken.startsWith('command:')) return 'key-reused'; // an Idempotency-Key of a creation
  if (taken.startsWith('place:')) return 'too-busy'; // platform/places/execute-in-place.ts tries the next place
  if (!names) throw new Error(`'${taken}' was reserved for an aggregate without names`);
  return names.whenTaken(taken);
}
