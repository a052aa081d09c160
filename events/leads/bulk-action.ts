import { z } from 'zod';
import { derivedId } from '../derived-ids.ts';
import { UserId } from '../ids.ts';
import type { LeadCommand } from './command.ts';
import { OperatorRef } from './events.ts';
import { LeadStatus } from './vocabulary-schemas.ts';

/** The requests that an admin decides together. */
const decidedRequests = {
  /** The pending request that the admin saw, by lead. */
  requestIds: z.record(z.string(), z.string()),
  /** For other leads: only requests from before this time. */
  askedBefore: z.iso.datetime(),
};

/**
 * An action on many leads, with the results of its lookups. A bulk call applies it directly or leaves it to a batch;
 * both run the same command per lead.
 */
export const BulkAction = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('status'),
    to: LeadStatus,
    reason: z.string().nullable(),
    /** Added to each lead as a comment. */
    comment: z.object({ content: z.string(), author: z.string() }).nullable(),
  }),
  z.object({
    action: z.literal('assign'),
    /** Assigned in turns, so that the counts differ by at most one. */
    operators: z.array(OperatorRef).min(1),
    /** Only leads that are assigned to this operator. */
    from: UserId.nullable(),
    reason: z.string().nullable(),
  }),
  z.object({ action: z.literal('approve'), ...decidedRequests, notes: z.string().nullable() }),
  z.object({ action: z.literal('reject'), ...decidedRequests, notes: z.string() }),
  z.object({ action: z.literal('delete'), reason: z.string().nullable() }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** A lead of a bulk action and its index in the selection, from 0. */
export type OneOfMany = { id: string; rank: number };

/** The command for one lead. `whole` is the id of the call or batch; the same ids give the same command. */
export function commandFor(action: BulkAction, whole: string, { id, rank }: OneOfMany): LeadCommand {
  switch (action.action) {
    case 'status': {
      const { to, reason } = action;
      const comment = action.comment && {
        commentId: derivedId(commandIdFor(whole, id), 'comment'),
        ...action.comment,
        type: 'status' as const,
        isInternal: true,
        isImportant: false,
      };
      return { type: 'ChangeLeadStatus', to, reason, comment, isBulk: true };
    }
    case 'assign': {
      const { from, reason } = action;
      return { type: 'AssignLead', operator: operatorFor(action, rank), ...(from && { from }), reason };
    }
    case 'approve': {
      const { requestIds, askedBefore, notes } = action;
      const requestId = requestIds[id] ?? null;
      return { type: 'ApproveLeadStatusChange', requestId, askedBefore, notes };
    }
    case 'reject': {
      const { requestIds, askedBefore, notes } = action;
      const requestId = requestIds[id] ?? null;
      return { type: 'RejectLeadStatusChange', requestId, askedBefore, notes };
    }
    case 'delete':
      return { type: 'DeleteLead', reason: action.reason };
    default:
      return action satisfies never;
  }
}

/** The id of the command for one lead. */
export const commandIdFor = (whole: string, leadId: string): string => derivedId(whole, leadId);

/** The operator whose turn it is. */
export function operatorFor(
  { operators }: Extract<BulkAction, { action: 'assign' }>,
  rank: number,
): OperatorRef {
  const operator = operators[rank % operators.length];
  if (!operator) throw new Error('A bulk assignment without operators');
  return operator;
}
