import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from '@crm/contracts/batches/batches.ts';
import { batchAfter } from '@crm/contracts/batches/view.ts';
import { batches } from '@crm/events/batches/aggregate.ts';
import type { BatchCommand } from '@crm/events/batches/decide.ts';
import type { BatchEvent } from '@crm/events/batches/events.ts';
import { decode } from '@crm/events/language/define.ts';
import { batchStream } from '@crm/events/streams.ts';
import { type CommandDependencies, execute } from '../commands/execute.ts';
import type { Execution } from '../commands/execution.ts';
import { load } from '../commands/load.ts';
import type { EventStore, Position } from '../event-store/port.ts';
import { isRefused, type Refused, type Result } from '../http/result.ts';
import type { Json } from './kind.ts';

/** Maximum time that a call waits for the result of its batch. */
const ANSWER_WITHIN_SECONDS = 20;

export type NewBatch = Call & Start;

type Call = {
  /** UUID, derived from the command id, so that a repeated command starts no second batch. */
  id: string;
} & Pick<
  Execution<never, never, never, never>,
  'tenant' | 'actor' | 'origin' | 'guard' | 'commandId' | 'causationId' | 'correlationId'
>;

type Start = {
  kind: string;
  /** Shown to users. */
  title: string;
  total: number | null;
  task: Json;
  undoable?: boolean;
  undoes?: string;
};

/** A call that may not start a batch. If it is the repeat of one that did, it still finds that batch. */
export type RefusedStart = Call & { refusal: Refused };

export type Started = {
  id: string;
  position: Position | null;
  /** What the batch works on: for a repeat, the task of the call that started it. */
  task: Json;
};

/** Starts a batch by recording its first event; any process that runs batches then takes it up. */
export async function startBatch(
  deps: CommandDependencies,
  batch: NewBatch | RefusedStart,
): Promise<Started | Refused> {
  const { id } = batch;
  const done = await execute(deps, {
    ...batch,
    aggregate: batches,
    stream: batchStream(id),
    command: 'refusal' in batch ? batch.refusal : startOf(batch),
    creates: true,
  });
  if (done.kind === 'refused') return done;
  const [first] = done.events;
  if (first?.type !== 'BatchStarted') throw new Error(`Batch ${id} does not begin with its start`);
  return { id, position: done.position, task: first.data.task };
}

function startOf(start: Start): BatchCommand {
  const { kind, title, total, task, undoable = false, undoes = null } = start;
  return { type: 'StartBatch', kind, title, total, task, undoable, undoes };
}

/** The end of a batch, with the position of its event. */
export type Finished = Extract<BatchEvent, { type: 'BatchFinished' }>['data'] & { position: Position };

/**
 * Waits for the end of a batch; null if it does not end in time, or when the process stops. Polls the stream, so any
 * process may wait.
 */
export async function endOfBatch(
  store: EventStore,
  id: string,
  withinSeconds: number,
  stopping?: AbortSignal,
): Promise<Finished | null> {
  const until = performance.now() + withinSeconds * 1000;
  let from = 0;
  for (let pause = 10; ; pause = Math.min(pause * 2, 200)) {
    for (const recorded of await store.readStream(batchStream(id), { from })) {
      from = recorded.revision + 1;
      const decoded = decode(batches.types, recorded);
      if (decoded.kind === 'event' && decoded.event.type === 'BatchFinished')
        return { ...decoded.event.data, position: recorded.position };
    }
    const left = until - performance.now();
    if (left <= 0 || stopping?.aborted) return null;
    await sleep(Math.min(pause, left));
  }
}

/** Folds a batch from its stream; null if this tenant has no such batch. */
export async function readBatch(store: EventStore, tenant: string, id: string): Promise<Batch | null> {
  const { recorded, events, tenant: owner } = await load(store, batches.types, batchStream(id));
  if (owner !== tenant) return null;
  return events.reduce<Batch | null>((batch, event, at) => {
    const stored = recorded[at];
    return stored ? batchAfter(id, batch, { ...event, at: stored.at, meta: stored.meta }) : batch;
  }, null);
}

/** `stopping` aborts when the process stops: it closes connections whose calls are not answered soon. */
export type AnsweringDependencies = CommandDependencies & { stopping: AbortSignal };

/**
 * Starts a batch and returns `answer` of its end. If the batch does not end in time, or the process stops: 202 with
 * `data.batch`, so that the caller can poll /api/batches/{id}. The same if `answer` returns null, because the result is
 * gone already: the batch is recorded, so the call is not refused.
 */
export async function answerBatch(
  deps: AnsweringDependencies,
  batch: NewBatch | RefusedStart,
  answer: (end: Finished, batch: Batch) => Result | null | Promise<Result | null>,
  withinSeconds: number = ANSWER_WITHIN_SECONDS,
): Promise<Result> {
  const started = await startBatch(deps, batch);
  if (isRefused(started)) return started;
  const end = await endOfBatch(deps.store, started.id, withinSeconds, deps.stopping);
  const current = await readBatch(deps.store, batch.tenant, started.id);
  if (!current) throw new Error(`Batch ${started.id} was started and is not there`);
  const answered = end && (await answer(end, current));
  if (answered) return answered;
  return {
    kind: 'done',
    status: 202,
    message: end ? 'This is done, but its result is not kept any more' : 'This takes a while',
    data: { batch: current },
    position: end?.position ?? started.position,
  };
}
