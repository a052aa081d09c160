import { z } from 'zod';
import { id } from '../fields.ts';

const noOperator = 'Please select an operator';

/**
 * The decision about the leads of an operator who is deactivated or deleted, or becomes an admin. Without it, they stay
 * assigned.
 */
export const handOverFields = {
  leads: z.enum(['hand-over', 'unassign'], { error: 'Must be hand-over or unassign' }).optional(),
  /** Receive the leads in turns. A single id of a query string is a list of one. */
  operatorIds: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z
        .array(id, { error: noOperator })
        .min(1, { error: noOperator })
        .max(100, { error: 'At most 100 operators' }),
    )
    .optional(),
};

export type LeadsHandOver = {
  leads?: 'hand-over' | 'unassign' | undefined;
  operatorIds?: string[] | undefined;
};

/** Operators are given exactly for a hand-over. */
export const hasReceivers = ({ leads, operatorIds }: LeadsHandOver) =>
  (leads === 'hand-over') === (operatorIds !== undefined);
export const withoutReceivers = { error: noOperator, path: ['operatorIds'] };

/** The answer: the batch that hands the leads over; absent if the call starts none. */
export const HandOverStarted = z.object({ batchId: z.string().optional() });
