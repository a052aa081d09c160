import { z } from 'zod';
import { Chosen } from '../selections/chosen.ts';
import { BulkAction } from './bulk-action.ts';

/** The kind of an action's batches. Each action has its own, so that batches can be filtered by it. */
export const bulkKind = (action: BulkAction['action']) => `lead-${action}` as const;

/** The task of a bulk action's batch. `wish` is the action; recorded events have this name. */
export const BulkTask = z.object({ chosen: Chosen, wish: BulkAction });
export type BulkTask = z.infer<typeof BulkTask>;

export const LEAD_UNDO = 'lead-undo';

/** The task of a batch that undoes the lead changes of the batch `undoes`. */
export const LeadUndoTask = z.object({ undoes: z.guid(), chosen: Chosen });
export type LeadUndoTask = z.infer<typeof LeadUndoTask>;
