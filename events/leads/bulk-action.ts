import { z } from 'zod';
import { derivedId, UserId } from '../ids.ts';
import type { LeadCommand } from './decide.ts';
import { OperatorRef } from './events.ts';
import { LeadStatus } from './vocabulary.ts';

const notes = z.string().nullable();

/**
 * One wish for many leads, with everything that was looked up for it: what a bulk call does at once, or leaves to a
 * batch. Either way each lead is asked by the same command.
 */
export const BulkAction = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('status'),
    to: LeadStatus,
    reason: z.string().nullable(),
    /** Kept with each lead as a comment of its own. */
    comment: z.object({ content: z.string(), author: z.string() }).nullable(),
  }),
  z.object({
    action: z.literal('assign'),
    /** In turns, so that each gets as many as the others, or one more. */
    operators: z.array(OperatorRef).min(1),
    /** Only what is still this one's. */
    from: UserId.nullable(),
    reason: z.string().nullable(),
  }),
  z.object({
    action: z.literal('approve'),
    /** By lead, the request that was seen. */
    requestIds: z.record(z.string(), z.string()),
    /** Of the others, no request that was made after this moment. */
    askedBefore: z.iso.datetime(),
    notes,
  }),
  z.object({ action: z.literal('delete'), reason: z.string().nullable() }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** A lead among many: which one, and the how manieth. */
export type OneOfMany = { id: string; rank: number };

/** What the wish is for one of the leads. `whole` is the id of the call or batch: the same again is the same command. */
export function commandFor(wish: BulkAction, whole: string, { id, rank }: OneOfMany): LeadCommand {
  switch (wish.action) {
    case 'status': {
      const { to, reason } = wish;
      const comment = wish.comment && {
        commentId: derivedId(commandIdFor(whole, id), 'comment'),
        ...wish.comment,
        type: 'status' as const,
        isInternal: true,
        isImportant: false,
      };
      return { type: 'ChangeLeadStatus', to, reason, comment };
    }
    case 'assign': {
      const { from, reason } = wish;
      return { type: 'AssignLead', operator: operatorFor(wish, rank), ...(from && { from }), reason };
    }
    case 'approve': {
      const { requestIds, askedBefore, notes } = wish;
      const requestId = requestIds[id] ?? null;
      return { type: 'ApproveLeadStatusChange', requestId, askedBefore, notes };
    }
    case 'delete':
      return { type: 'DeleteLead', reason: wish.reason };
    default:
      return wish satisfies never;
  }
}

/** The id of the command to one of the leads. */
export const commandIdFor = (whole: string, leadId: string): string => derivedId(whole, leadId);

/** Whose turn it is. */
export function operatorFor(
  { operators }: Extract<BulkAction, { action: 'assign' }>,
  rank: number,
): OperatorRef {
  const operator = operators[rank % operators.length];
  if (!operator) throw new Error('There is nobody to assign to');
  return operator;
}
