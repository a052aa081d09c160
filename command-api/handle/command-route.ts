import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { CommandId } from '@crm/platform/commands/envelope.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Policy } from '@crm/platform/http/policy.ts';
import type { Refused } from '@crm/platform/http/result.ts';
import type { Input } from '@crm/platform/http/route.ts';
import type { Limited } from '@crm/platform/places/execute-in-place.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import type { Deps } from './deps.ts';

/** The command that a request is converted to, with its stream and lookups. */
type Plan<Command> = {
  stream: string;
  /**
   * A refusal where something that the command needs is missing, an operator for example: it may have been there for the
   * first call, and then a repeat gets that call's answer.
   */
  command: Command | Refused;
  /**
   * The id of a new stream is derived from the command alone, so that a repeat finds it, whatever its body. Otherwise the
   * key of a creation is reserved for its stream: the same key with another body would create another one.
   */
  isStreamOfCommand?: boolean;
  /** The caller's tenant by default. A partner's lead belongs to the tenant of its offer. */
  tenant?: TenantId;
  seenRevision?: number | undefined;
  /** At most so many streams may be created. */
  limited?: Omit<Limited<Command>, 'places'> | null;
  /** Called only for a new command: a repeat is answered like the first time, even if it would be refused now. */
  allowed?: () => Promise<Refused | null>;
};

type Planned<Command> = Plan<Command> | Refused;

type MaybeLater<T> = T | Promise<T>;

type CommandInput<E extends Endpoint, P extends Policy> = Input<E, P> & {
  commandId: CommandId;
  now: Date;
};

export type LockInput<E extends Endpoint, P extends Policy> = Omit<Input<E, P>, 'caller'> & {
  caller: SignedInCaller;
};

/** The account or tenant that a command changes exclusively. */
export type Lock<In> =
  /** An account: no event is appended as that user meanwhile. */
  | {
      of: 'account';
      find: (input: In, deps: Deps) => MaybeLater<{ user: UserId; tenant: TenantId } | Refused>;
    }
  /** The phase of a tenant: no event is appended for the tenant meanwhile. */
  | { of: 'tenant'; find: (input: In, deps: Deps) => MaybeLater<TenantId | Refused> };

/**
 * A route that changes state: contract, policy, and the conversion of a request to a command. run-command.ts does the
 * rest in the same way for all of them.
 */
export type CommandRoute<E extends Endpoint, P extends Policy, Command, Types extends EventTypes> = {
  endpoint: E;
  policy: P;
  /** The command creates its stream, so it is decided without a read. */
  creates?: true;
  /** Identifies the sender of an Idempotency-Key: two senders may use the same key. The caller by default. */
  sender?: (input: Input<E, P>) => string;
  /**
   * `plan`, the command and `after` run under this lock, and writes of `after` to `db` are committed before the command is
   * acknowledged. Only for routes with a session.
   */
  lock?: Lock<LockInput<E, P>>;
  /** The fields of this call that a refusal names, where they differ from the refusal's own (contracts/refusals.ts). */
  fieldOf?: Partial<Record<Refusal, string>>;
  /** Replaces the body in the request's hash, which leaves out all fields that may hold a secret (`commandIdOf`). */
  hashed?: (body: Input<E, P>['body']) => unknown;
  plan: (input: CommandInput<E, P>, deps: Deps) => Planned<Command> | Promise<Planned<Command>>;
  /**
   * Writes data that is no event (a password, sessions) after the events are stored at `position`. Runs again when the
   * command is repeated, because the first request may have been interrupted before it.
   *
   * @param events the command's own events; a repeat gets the same ones
   * @returns the position of events that it appended itself, so that the caller's next read waits for them; or a
   *   refusal with 'key-reused' if the command stored other data: no hash of a request has its secrets
   */
  after?: (
    input: CommandInput<E, P>,
    position: Position | null,
    deps: Deps & { db: Db | Pool },
    events: readonly EventOf<Types>[],
  ) => Promise<Position | null | undefined | Refused>;
  /** Builds the response from the command's own events, so that a repeat gets the same response. */
  answer: (done: {
    input: CommandInput<E, P>;
    tenant: TenantId;
    events: readonly EventOf<Types>[];
    at: Date;
  }) => {
    message?: string;
    /** By default the first one of the endpoint. */
    status?: 202;
    data: Answered<E>;
  };
};
