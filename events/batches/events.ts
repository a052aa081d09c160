import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** What became of the items that were gone through. */
export const BatchCounts = z.object({
  successful: z.int().min(0),
  skipped: z.int().min(0),
  failed: z.int().min(0),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

/** Long work: an upload, an export, a bulk action, a replay. */
export const batchEvents = {
  BatchStarted: event(
    z.object({
      kind: z.string(),
      /** What it does, in a person's words: 'Update status of 10,000 leads to hold'. */
      title: z.string(),
      /** How many items; null while nobody knows. */
      total: z.int().min(0).nullable(),
      /** What its kind needs to know; the kind's own schema reads it. */
      task: z.json(),
      /** Its effect can be taken back as a whole. */
      undoable: z.boolean(),
      /** The batch whose effect this one takes back. */
      undoes: z.guid().nullable(),
    }),
  ),
  /** Said now and then, not with every item: the first time when the work begins. */
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
      /** What its kind tells at the end; null where there is nothing more to tell than the counts. */
      result: z.json(),
      /** Why it failed. */
      message: z.string().nullable(),
    }),
  ),
  /** Another batch began to take back the effect of this one. */
  BatchUndoStarted: event(z.object({ undo: z.guid() })),
};
export type BatchEvent = EventOf<typeof batchEvents>;
