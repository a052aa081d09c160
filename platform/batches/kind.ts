import type { Refusal } from '@crm/contracts/refusals.ts';
import type { BatchCounts } from '@crm/events/batches/events.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { z } from 'zod';
import type { Aggregate } from '../commands/aggregate.ts';
import type { Executed } from '../commands/execute.ts';
import type { Refused } from '../http/result.ts';

/** JSON, as events and rows keep it. */
export type Json = z.infer<ReturnType<typeof z.json>>;

/**
 * One kind of long work. It is taken up again where its last step left it when the process was killed or
 * the machine changed, so what it does between two steps must be safe to do twice (`perform` is).
 */
export type BatchKind<Task, Cursor extends Json> = {
  kind: string;
  /** Reads the task of BatchStarted. */
  task: z.ZodType<Task>;
  /** Does the work until it is done or the signal aborts; throws the signal's reason, or what an outage throws. */
  run: (task: Task, context: BatchContext<Cursor>) => Promise<BatchEnd>;
  /** For people: the message of a batch that crashed twice and is not tried again; a general one by default. */
  crashMessage?: string;
};

/** Expected ends; the message of a failed one is shown to people. */
export type BatchEnd = { kind: 'done'; result?: Json } | { kind: 'failed'; message: string; result?: Json };

export type BatchProblem = {
  /** The item's own number in the batch; said twice it counts once. */
  n: number;
  outcome: 'skipped' | 'failed';
  /** What people know the item by: an order id, a row. */
  item: string;
  message: string;
  data?: Json;
};

/** How far the work has come: all numbers count from its beginning. */
export type BatchStep<Cursor> = {
  cursor: Cursor;
  done: number;
  counts: BatchCounts;
  /** When it is only known now. */
  total?: number;
  problems?: readonly BatchProblem[];
};

export type BatchContext<Cursor> = {
  id: string;
  tenant: TenantId;
  /** Who started it; what it does is done in their name. */
  actor: Actor;
  startedAt: Date;
  total: number | null;
  /** Where the last step left it; null at the beginning. */
  from: { cursor: Cursor; done: number; counts: BatchCounts } | null;
  /** Aborts when it is cancelled or paused, when another process has taken over, and when this one stops. */
  signal: AbortSignal;
  /** Keeps how far it has come, and tells people of it now and then. Throws when the signal has aborted. */
  step: (step: BatchStep<Cursor>) => Promise<void>;
  /**
   * One command of the batch. Its id follows from the batch and the item, so that doing it again changes nothing. A bug
   * that one item brings out is logged and refused as 'not-done': it never keeps the other items from being done.
   */
  perform: <State, Command, Types extends EventTypes, R extends Refusal>(
    aggregate: Aggregate<State, Command, Types, R>,
    command: {
      stream: string;
      item: string;
      command: Command;
      creates?: boolean;
      /** Decided on what was read at this revision: 'changed-meanwhile' when the stream has moved on. */
      seenRevision?: number;
    },
  ) => Promise<Executed<EventOf<Types>> | Refused>;
};

/** A kind whose task and cursor are known to itself alone, so that all can stand in one list. */
export type AnyBatchKind = BatchKind<unknown, Json>;

/** Declares a kind of batch. */
export function batchKind<Task, Cursor extends Json>(declared: BatchKind<Task, Cursor>): AnyBatchKind {
  // The edge where task and cursor are forgotten: the engine gives a kind only what its schema read and its steps kept.
  return declared as unknown as AnyBatchKind;
}
