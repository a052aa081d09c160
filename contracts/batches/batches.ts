import { BatchCounts } from '@crm/events/batches/events.ts';
import { z } from 'zod';
import { Json } from '../answer.ts';
import { endpoint } from '../endpoint.ts';
import { byId, instant, nothing, pageQuery } from '../fields.ts';
import { batchStates } from './states.ts';

/** The current state of a batch. */
export const Batch = z.object({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(batchStates),
  /** Whether a queued or running batch is paused; it waits until a user resumes it. */
  paused: z.boolean(),
  cancelling: z.boolean(),
  done: z.int(),
  /** Null while unknown. */
  total: z.int().nullable(),
  counts: BatchCounts,
  createdAt: instant,
  createdBy: z.object({ _id: z.string().nullable(), fullName: z.string() }),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** The kind's own result at the end. */
  result: Json,
  /** The error of a failed batch. */
  message: z.string().nullable(),
  undoable: z.boolean(),
  /** The batch that it undoes, and the batch that undoes it. */
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
});
export type Batch = z.infer<typeof Batch>;

/**
 * A field of calls that may start a batch: how many seconds the caller waits for its end, from 0 to 20;
 * default 20.
 */
export const waiting = {
  wait: z
    .number({ error: 'Must be a number of seconds' })
    .min(0, { error: 'Must be from 0 to 20' })
    .max(20, { error: 'Must be from 0 to 20' })
    .optional(),
};

/** The answer with status 202, if the batch has not ended by then. */
export const BatchAnswer = z.object({ batch: Batch });

/** A skipped or failed item with the reason. */
export const BatchProblem = z.object({
  /** The item's number: the row of a spreadsheet, the index in a selection. */
  n: z.int(),
  outcome: z.enum(['skipped', 'failed']),
  item: z.string(),
  message: z.string(),
  data: Json,
});
export type BatchProblem = z.infer<typeof BatchProblem>;

export const listBatches = endpoint({
  method: 'GET',
  path: '/batches',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(batchStates).optional(),
    kind: z.string().trim().max(50).optional(),
  }),
  data: z.array(Batch),
  paged: true,
});

export const getBatch = endpoint({ method: 'GET', path: '/batches/:id', params: byId, data: BatchAnswer });

/** The file that an export's batch has written; kept for a day. */
export const downloadBatchFile = endpoint({
  method: 'GET',
  path: '/batches/:id/file',
  params: byId,
  sends: 'file',
  data: nothing,
});

export const listProblems = endpoint({
  method: 'GET',
  path: '/batches/:id/problems',
  params: byId,
  query: z.strictObject({ ...pageQuery, outcome: z.enum(['skipped', 'failed']).optional() }),
  data: z.array(BatchProblem),
  paged: true,
});

const change = <const Verb extends string>(verb: Verb) =>
  endpoint({ method: 'POST', path: `/batches/:id/${verb}`, params: byId, data: nothing });

export const cancelBatch = change('cancel');
export const pauseBatch = change('pause');
export const resumeBatch = change('resume');

/** Undoes a batch by a new batch, which is the answer. A batch can be undone once. */
export const undoBatch = endpoint({
  method: 'POST',
  path: '/batches/:id/undo',
  params: byId,
  body: z.strictObject(waiting),
  data: BatchAnswer,
  statuses: [200, 202],
});
