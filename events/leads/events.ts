import { z } from 'zod';
import { UserId } from '../ids.ts';
import { type EventOf, event } from '../language/define.ts';
import { LeadChanges, LeadDetails } from './details.ts';
import { CommentType, LeadStatus } from './vocabulary.ts';

/** An operator as the history names them: the name is the one they had then. */
export const OperatorRef = z.object({ id: UserId, name: z.string() });
export type OperatorRef = z.infer<typeof OperatorRef>;

/** A change of status that an operator asked for and nobody has answered yet. */
export const PendingChange = z.object({
  requestId: z.guid(),
  to: LeadStatus,
  reason: z.string().nullable(),
  by: OperatorRef,
  requestedAt: z.iso.datetime(),
});
export type PendingChange = z.infer<typeof PendingChange>;

export const leadEvents = {
  LeadCreated: event(
    z.object({
      orderId: z.string(),
      /** When it was ordered, where that was before it came to us (an upload says so); else null. */
      orderedAt: z.iso.datetime().nullable(),
      details: LeadDetails,
    }),
    // Version 1 knew of no other time than its own.
    (v1) => ({ ...(v1 as object), orderedAt: null }),
  ),
  LeadEdited: event(z.object({ changes: LeadChanges })),
  LeadAssigned: event(
    z.object({ operator: OperatorRef, from: OperatorRef.nullable(), reason: z.string().nullable() }),
  ),
  LeadUnassigned: event(z.object({ from: OperatorRef, reason: z.string().nullable() })),
  /** An admin changed the status directly; a request that was pending is answered by it. */
  LeadStatusChanged: event(z.object({ from: LeadStatus, to: LeadStatus, reason: z.string().nullable() })),
  /** An operator asked for a change; one asked for before and still pending is replaced. */
  LeadStatusChangeRequested: event(
    z.object({
      requestId: z.guid(),
      from: LeadStatus,
      to: LeadStatus,
      reason: z.string().nullable(),
      by: OperatorRef,
      requestedAt: z.iso.datetime(),
      replaces: z.guid().nullable(),
    }),
  ),
  LeadStatusChangeApproved: event(
    z.object({
      requestId: z.guid(),
      from: LeadStatus,
      to: LeadStatus,
      notes: z.string().nullable(),
      /** Applied at once because the tenant approves operators' changes automatically. */
      automatic: z.boolean(),
    }),
  ),
  LeadStatusChangeRejected: event(z.object({ requestId: z.guid(), to: LeadStatus, notes: z.string() })),
  LeadCommented: event(
    z.object({
      commentId: z.guid(),
      content: z.string(),
      type: CommentType,
      isInternal: z.boolean(),
      isImportant: z.boolean(),
      author: z.string(),
    }),
  ),
  LeadDeleted: event(z.object({ reason: z.string().nullable() })),
  /**
   * The effect of a batch was taken back: status, operator and what is pending are again as they were before it. What
   * was said in comments stays said.
   */
  LeadRestored: event(
    z.object({
      /** The batch. */
      undoes: z.guid(),
      from: LeadStatus,
      to: LeadStatus,
      reason: z.string().nullable(),
      operator: OperatorRef.nullable(),
      pending: PendingChange.nullable(),
      /** Of a lead that was deleted: all that it was, since whoever keeps leads has forgotten it. */
      deleted: z
        .object({
          orderId: z.string(),
          details: LeadDetails,
          createdAt: z.iso.datetime(),
          comments: z.object({ count: z.int().min(0), latest: z.string().nullable() }),
        })
        .nullable(),
    }),
  ),
};
export type LeadEvent = EventOf<typeof leadEvents>;

/** When a lead was created, as lists and reports count it. */
export const createdAt = ({ data, at }: { data: { orderedAt: string | null }; at: Date }): Date =>
  data.orderedAt ? new Date(data.orderedAt) : at;
