import { createHash } from 'node:crypto';
import { derivedId, nameId } from '@crm/events/derived-ids.ts';
import type { Actor, EventMeta } from '@crm/events/envelope/envelope.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import { v4 } from 'uuid';
import type { Guard } from '../access/access.ts';
import type { NewEvent } from '../event-store/port.ts';
import type { Caller, RequestOrigin, SignedInCaller } from '../http/caller.ts';

const COMMANDS = '8d1c5a52-30a8-4d0f-9c62-0d3f4dbb8a11';

/**
 * Identifies a command. A stream recognises the repeat of a command by its id. `keyed`: a repeat is expected, so the
 * answer is always made from the stored events. `requestHash` is that of the request, or null without one.
 */
export type CommandId = { id: string; keyed: boolean; requestHash: string | null };

/** A new id: the command is never a repeat. */
export const newCommandId = (): CommandId => derivedCommandId(v4());

/** @param id a UUID that is the same when the command is repeated, for example one derived from the command's cause */
export const derivedCommandId = (id: string): CommandId => ({ id, keyed: false, requestHash: null });

/** Like `derivedCommandId`; the answer is made from the stored events, as with an Idempotency-Key. */
export const keyedCommandId = (id: string): CommandId => ({ id, keyed: true, requestHash: null });

/** The id of a request's command: the same Idempotency-Key of the same caller on the same call gives the same id. */
export function commandIdOf(options: {
  caller: string;
  call: string;
  key: string | null;
  body: unknown;
}): CommandId {
  const { caller, call, key, body } = options;
  if (key === null) return newCommandId();
  const requestHash = createHash('sha256')
    .update(JSON.stringify(body, withoutSecrets) ?? '')
    .digest('hex');
  return { id: nameId(COMMANDS, `${caller}\n${call}\n${key}`), keyed: true, requestHash };
}

/**
 * Leaves out the values of fields that may hold a secret: a reader of the events could guess it from a plain hash. A
 * command that stores secrets compares them itself.
 */
function withoutSecrets(field: string, value: unknown): unknown {
  return value !== undefined && /password|token|apiKey$|secret|^headers$/i.test(field) ? '(secret)' : value;
}

/** The actor that a caller's events name. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'user':
      if (caller.viewer)
        return { kind: 'user', id: caller.viewer.id, name: caller.viewer.name, role: 'super_admin' };
      return { kind: 'user', id: caller.id, name: caller.name, role: caller.role };
    case 'partner':
      return { kind: 'partner', apiKeyId: caller.apiKey?.id ?? null };
    case 'signer':
      return { kind: 'system', name: caller.name };
    case 'anonymous':
      return { kind: 'system', name: 'public call' };
    default:
      return caller satisfies never;
  }
}

/** Whose command a call of a signed-in user is, and what guards its append. */
export const sentBy = ({
  caller,
  origin,
  guard,
}: {
  caller: SignedInCaller;
  origin: CommandOrigin;
  guard: Guard;
}) => ({ tenant: caller.tenant, actor: actorOf(caller), origin, guard });

/** Where a command came from: the origin of its request, or `NO_ORIGIN`. */
export type CommandOrigin = Omit<RequestOrigin, 'ip' | 'referer'> & { ip: string | null };

/** The origin of a command without a request. */
export const NO_ORIGIN: CommandOrigin = { ip: null, userAgent: null };

/** The actor and origin of a command of the system. @param name shown as the actor in the history */
export const bySystem = (name: string): { actor: Actor; origin: CommandOrigin } => ({
  actor: { kind: 'system', name },
  origin: NO_ORIGIN,
});

export function metaOf(options: {
  tenant: TenantId;
  actor: Actor;
  origin: CommandOrigin;
  command: CommandId;
  causationId?: string | undefined;
  correlationId?: string | undefined;
  traceparent?: string | undefined;
}): EventMeta {
  const { tenant, actor, origin, command, causationId, correlationId, traceparent } = options;
  return {
    tenant,
    actor,
    ip: origin.ip,
    userAgent: origin.userAgent,
    commandId: command.id,
    correlationId: correlationId ?? causationId ?? origin.requestId ?? command.id,
    causationId: causationId ?? null,
    requestHash: command.requestHash,
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Creates events to append. Their ids are derived from the command id and the event's index. */
export function newEvents(
  types: EventTypes,
  events: readonly { type: string; data: unknown }[],
  meta: EventMeta,
): NewEvent[] {
  return events.map(({ type, data }, index) => ({
    id: derivedId(meta.commandId, index),
    type,
    version: types[type]?.version ?? 1,
    data,
    meta,
  }));
}

/**
 * New events that no decider made, checked against their schemas here: the laws of deciders (events/test/laws.ts) do not
 * cover them. @throws ZodError for data that its schema refuses or changes, which is a bug
 */
export function checkedEvents(
  types: EventTypes,
  events: readonly { type: string; data: unknown }[],
  meta: EventMeta,
): NewEvent[] {
  for (const { type, data } of events) types[type]?.schema.parse(data);
  return newEvents(types, events, meta);
}
