import { BatchCounts } from '@crm/events/batches/events.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, instant, nothing, pageQuery } from '../fields.ts';

export const batchStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** Long work as it stands. */
export const Batch = z.object({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(batchStates),
  /** Of one that is queued or running: it waits until somebody lets it go on. */
  paused: z.boolean(),
  cancelling: z.boolean(),
  done: z.int(),
  /** Null while nobody knows. */
  total: z.int().nullable(),
  counts: BatchCounts,
  createdAt: instant,
  createdBy: z.object({ _id: z.string().nullable(), fullName: z.string() }),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** What its kind tells at the end. */
  result: z.json(),
  /** Why it failed. */
  message: z.string().nullable(),
  undoable: z.boolean(),
  /** The batch that it takes back, and the one that takes it back. */
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
});
export type Batch = z.infer<typeof Batch>;

/** A field of calls that may start a batch: how many seconds the caller waits for the end; 20 unless said, and at most. */
export const waiting = {
  wait: z
    .number({ error: 'Must be a number of seconds' })
    .min(0, { error: 'Must be from 0 to 20' })
    .max(20, { error: 'Must be from 0 to 20' })
    .optional(),
};

/** Answered with 202 when the work is not done by then. */
export const BatchAnswer = z.object({ batch: Batch });

/** An item that was skipped or failed, and why. */
export const BatchProblem = z.object({
  /** Its own number: the row of a spreadsheet, the place in a selection. */
  n: z.int(),
  outcome: z.enum(['skipped', 'failed']),
  item: z.string(),
  message: z.string(),
  data: z.json(),
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

/** What an export's batch has written, for a day. */
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

/** Takes back what the batch did, by a batch of its own, which is answered. Once. */
export const undoBatch = endpoint({
  method: 'POST',
  path: '/batches/:id/undo',
  params: byId,
  body: z.strictObject(waiting),
  data: BatchAnswer,
});
