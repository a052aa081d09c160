import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** Outcomes of the processed items. */
export const BatchCounts = z.object({
  successful: z.int().min(0),
  skipped: z.int().min(0),
  failed: z.int().min(0),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

/** A batch: an upload, an export, a bulk action, a replay. */
export const batchEvents = {
  BatchStarted: event(
    z.object({
      kind: z.string(),
      /** Shown to users: 'Update status of 10,000 leads to hold'. */
      title: z.string(),
      /** Number of items; null while unknown. */
      total: z.int().min(0).nullable(),
      /** Input of the batch kind; the kind's schema parses it. */
      task: z.json(),
      /** The batch can be undone as a whole. */
      undoable: z.boolean(),
      /** The batch that this one undoes. */
      undoes: z.guid().nullable(),
    }),
  ),
  /** Written from time to time, not per item; the first time when the work starts. */
  BatchProgressed: event(
    z.object({ done: z.int().min(0), total: z.int().min(0).nullable(), counts: BatchCounts }),
  ),
  BatchPaused: event(z.object({})),
  BatchResumed: event(z.object({})),
  BatchCancelRequested: event(z.object({})),
  BatchFinished: event(
    z.object({
      outcome: z.enum(['done', 'failed', 'cancelled']),
      done: z.int().min(0),
      total: z.int().min(0).nullable(),
      counts: BatchCounts,
      /** Result of the batch kind; null if there is nothing besides the counts. */
      result: z.json(),
      /** The reason of a failure. */
      message: z.string().nullable(),
    }),
  ),
  /** Another batch started to undo this one. */
  BatchUndoStarted: event(z.object({ undo: z.guid() })),
};
export type BatchEvent = EventOf<typeof batchEvents>;
