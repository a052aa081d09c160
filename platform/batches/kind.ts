import type { Refusal } from '@crm/contracts/refusals.ts';
import type { BatchCounts } from '@crm/events/batches/events.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { z } from 'zod';
import type { Aggregate } from '../commands/aggregate.ts';
import type { Executed } from '../commands/execute.ts';
import type { Refused } from '../http/result.ts';
import type { Limited } from '../places/execute-in-place.ts';

/** JSON as stored in events and rows. */
export type Json = z.infer<ReturnType<typeof z.json>>;

/**
 * One kind of batch. After a crash or a move to another process, a batch resumes at its last step, so the work between
 * two steps must be safe to repeat (`perform` is).
 */
export type BatchKind<Task, Cursor extends Json> = {
  kind: string;
  /** Schema of the task in BatchStarted. */
  task: z.ZodType<Task>;
  /** Runs until the work is done or the signal aborts. Throws the signal's reason, or the error of an outage. */
  run: (task: Task, context: BatchContext<Cursor>) => Promise<BatchEnd>;
  /**
   * Whether the work after this cursor is completed also when it is cancelled or paused, or crashes. The first such step is
   * not saved when the batch is to be cancelled or paused. Default: never.
   */
  isFinal?: (cursor: Cursor) => boolean;
  /**
   * Whether a run mostly waits, for a chosen rate or for a partner, perhaps for days. Such runs have slots of their own
   * (engine.ts), so that the other kinds never wait for them. Default: false.
   */
  isPaced?: boolean;
  /** The result of a batch that ends by a cancellation, by crashes or by a bug, from its last cursor. Default: none. */
  stoppedResult?: (cursor: Cursor) => Json;
  /** Message for users about a batch that crashed twice and is not retried; the default is a general one. */
  crashMessage?: string;
};

/** Expected ends. Users see the message of a failed batch. */
export type BatchEnd = { kind: 'done'; result?: Json } | { kind: 'failed'; message: string; result?: Json };

export type BatchProblem = {
  /** The item's number in the batch; a repeated number is stored once. */
  n: number;
  outcome: 'skipped' | 'failed';
  /** The name by which users recognise the item: an order id, a row. */
  item: string;
  message: string;
  data?: Json;
};

/** Progress of a batch: all numbers count from its start. */
export type BatchStep<Cursor> = {
  cursor: Cursor;
  done: number;
  counts: BatchCounts;
  /** Set when the total becomes known during the run. */
  total?: number;
  problems?: readonly BatchProblem[];
};

export type BatchContext<Cursor> = {
  id: string;
  tenant: TenantId;
  /** The user who started the batch; its commands run in this user's name. */
  actor: Actor;
  startedAt: Date;
  total: number | null;
  /** State after the last step; null at the start. */
  from: { cursor: Cursor; done: number; counts: BatchCounts } | null;
  /** Aborts when the batch is cancelled or paused, another process has taken it over, or this process stops. */
  signal: AbortSignal;
  /** Saves the progress, and from time to time reports it in the batch's stream. Throws if the signal has aborted. */
  step: (step: BatchStep<Cursor>) => Promise<void>;
  /**
   * Runs one command of the batch. Its id is derived from batch and item, so that a repeat changes nothing. An
   * exception caused by one item is logged and refused as 'not-done', so that the other items continue.
   * @throws RetryLater when the command is refused only for now ('unavailable', 'too-busy')
   */
  perform: <State, Command, Types extends EventTypes, R extends Refusal>(
    aggregate: Aggregate<State, Command, Types, R>,
    command: {
      stream: string;
      item: string;
      command: Command;
      creates?: boolean;
      /**
       * The revision that the command is based on; refuses with 'changed-meanwhile' if the stream has changed since.
       */
      seenRevision?: number;
      /** At most so many streams may be created. */
      limited?: Limited<Command> | null;
    },
  ) => Promise<Executed<EventOf<Types>> | Refused>;
};

/** A kind without its task and cursor types, so that all kinds fit in one list. */
export type AnyBatchKind = BatchKind<unknown, Json>;

export function batchKind<Task, Cursor extends Json>(declared: BatchKind<Task, Cursor>): AnyBatchKind {
  // A cast that hides task and cursor: the engine passes a kind only its parsed task and its saved cursor.
  return declared as unknown as AnyBatchKind;
}
