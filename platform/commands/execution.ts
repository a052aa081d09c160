import type { Refusal } from '@crm/contracts/refusals.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import type { Guard } from '../access/access.ts';
import type { Refused } from '../http/result.ts';
import type { Aggregate } from './aggregate.ts';
import type { CommandId, CommandOrigin } from './envelope.ts';

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
