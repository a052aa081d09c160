import { z } from 'zod';
import { derivedId } from '../derived-ids.ts';
import { OperatorRef } from './events.ts';

/** The kind of the batches that hand over the leads of an operator who leaves. */
export const HAND_OVER = 'lead-hand-over';

/** The id of the batch that follows a command on a user. */
export const handOverBatchId = (commandId: string) => derivedId(commandId, 'hand-over');

export const HandOverTask = z.object({
  /** The operator who was deleted or deactivated, or became an admin. */
  from: z.object({ id: z.string(), name: z.string() }),
  /** Receive the leads in turns; none: the leads are unassigned. */
  operators: z.array(OperatorRef),
  /** Recorded with each lead. */
  reason: z.string(),
});
export type HandOverTask = z.infer<typeof HandOverTask>;
