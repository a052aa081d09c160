import { z } from 'zod';
import { UserId } from '../ids.ts';
import { type EventOf, event } from '../language/define.ts';
import { IndexedText } from '../language/indexed-text.ts';
import { Instant } from '../language/instant.ts';
import { isCall } from './connection.ts';
import { LeadDetails } from './details.ts';
import { LeadEdits, upcastEdit } from './edits.ts';
import { CommentType, LeadStatus } from './vocabulary-schemas.ts';

/** An operator with the name that they had at the time of the event. */
export const OperatorRef = z.object({ id: UserId, name: z.string() });
export type OperatorRef = z.infer<typeof OperatorRef>;

/** A change of status that an operator requested and no admin has decided yet. */
export const PendingChange = z.object({
  requestId: z.guid(),
  to: LeadStatus,
  reason: z.string().nullable(),
  by: OperatorRef,
  requestedAt: Instant,
});
export type PendingChange = z.infer<typeof PendingChange>;

/** An admin's rejection of a requested change of status: its reason, time and admin. */
const Rejection = z.object({
  to: LeadStatus,
  reason: z.string(),
  at: Instant,
  by: z.string(),
});
export type Rejection = z.infer<typeof Rejection>;

const CommentedStatusChange = z.object({
  from: LeadStatus,
  to: LeadStatus,
  reason: z.string().nullable(),
});
export type CommentedStatusChange = z.infer<typeof CommentedStatusChange>;

/** The number of a lead's comments, and the newest one that is the outcome of a call. */
const LeadComments = z.object({ count: z.int().min(0), lastCall: z.string().nullable() });
export type LeadComments = z.infer<typeof LeadComments>;

/** An operator's right to work on a lead until a time. At most one operator has it. */
const Lease = z.object({
  operator: OperatorRef,
  until: Instant,
  /** The lead was unassigned before: released without an outcome, it is unassigned again, unless it was assigned meanwhile. */
  fromPool: z.boolean(),
});
export type Lease = z.infer<typeof Lease>;

/** Why an operator no longer works on a lead. Withdrawn: it was closed, deleted or given to another operator. */
const releaseReasons = ['worked', 'skipped', 'break', 'signed-out', 'expired', 'withdrawn'] as const;
export type ReleaseReason = (typeof releaseReasons)[number];

/** A past state of a lead: after the event of this revision, and the time of that event. */
const LeadMoment = z.object({ revision: z.int().min(0), at: Instant });
export type LeadMoment = z.infer<typeof LeadMoment>;

export const leadEvents = {
  LeadCreated: event(
    z.object({
      orderId: IndexedText,
      /** When it was ordered, where an upload gives that date; else null. */
      orderedAt: Instant.nullable(),
      details: LeadDetails,
    }),
    // Version 1 had no other time than that of the event.
    (v1) => ({ ...(v1 as object), orderedAt: null }),
  ),
  /**
   * Came in when the billing period had all the leads of the plan. It is no lead of any list, figure or postback until
   * LeadCreated follows.
   */
  LeadSetAside: event(
    z.object({
      orderId: IndexedText,
      details: LeadDetails,
      /** The limit, and the end of the billing period that it applies to. */
      maxLeads: z.int32(),
      periodEnd: Instant,
    }),
  ),
  /** A lead that was set aside has a place under the limit now: LeadCreated follows in the same append. */
  LeadAdmitted: event(z.object({})),
  /** Each changed field with its old and new value. With `restoredFrom`, fields got the values of an earlier moment again. */
  LeadEdited: event(z.object({ changes: LeadEdits, restoredFrom: LeadMoment.optional() }), upcastEdit),
  LeadAssigned: event(
    z.object({ operator: OperatorRef, from: OperatorRef.nullable(), reason: z.string().nullable() }),
  ),
  LeadUnassigned: event(z.object({ from: OperatorRef, reason: z.string().nullable() })),
  /** An admin changed the status directly, which also ends a pending request. */
  LeadStatusChanged: event(z.object({ from: LeadStatus, to: LeadStatus, reason: z.string().nullable() })),
  /** An operator requested a change; a pending request is replaced. */
  LeadStatusChangeRequested: event(
    z.object({
      requestId: z.guid(),
      from: LeadStatus,
      to: LeadStatus,
      reason: z.string().nullable(),
      by: OperatorRef,
      requestedAt: Instant,
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
      /** The change of status that it explains, made or requested with the same call. */
      statusChange: CommentedStatusChange.nullable(),
    }),
    // Version 1 did not say to which change a comment belongs.
    (v1) => ({ ...(v1 as object), statusChange: null }),
  ),
  /** An operator works on the lead, and no other operator gets it until the lease ends. */
  LeadTaken: event(Lease),
  LeadReleased: event(z.object({ operator: OperatorRef, reason: z.enum(releaseReasons) })),
  /** The time for which the customer was promised a call; null: that call was made. */
  LeadCallbackSet: event(z.object({ at: Instant.nullable(), operator: OperatorRef.nullable() })),
  LeadDeleted: event(z.object({ reason: z.string().nullable() })),
  /** The personal data in all events of the lead is no longer readable (personal.ts). Also of a deleted lead. */
  LeadErased: event(z.object({ reason: z.string() })),
  /** The effect of a batch was undone: status, operator and pending change are as before it. Comments stay. */
  LeadRestored: event(
    z.object({
      /** The undone batch. */
      undoes: z.guid(),
      from: LeadStatus,
      to: LeadStatus,
      /** When the status was decided before the batch, for reports by the time of decision. Absent while it was open. */
      decidedAt: Instant.optional(),
      reason: z.string().nullable(),
      operator: OperatorRef.nullable(),
      pending: PendingChange.nullable(),
      /** Of a deleted lead: all its state, since projections have dropped its row. */
      deleted: z
        .object({
          orderId: IndexedText,
          details: LeadDetails,
          createdAt: Instant,
          comments: LeadComments,
          /** All changes of its status, oldest first. Events from before cohorts have none. */
          statuses: z
            .array(z.object({ to: LeadStatus, at: Instant, decidedAt: Instant.optional() }))
            .optional(),
          /** The comment and the rejection of its latest request (latest-request.ts). Older events have neither. */
          requestComment: z.string().nullable().optional(),
          rejection: Rejection.nullable().optional(),
        })
        .nullable(),
    }),
    restoredFromVersion1,
  ),
};
export type LeadEvent = EventOf<typeof leadEvents>;

/** Version 1 kept the newest comment, whatever it was about. */
function restoredFromVersion1(v1: unknown): unknown {
  // As version 1 was written.
  const data = v1 as { deleted: { comments: { count: number; latest: string | null } } | null };
  if (data.deleted === null) return data;
  const { count, latest } = data.deleted.comments;
  const lastCall = latest !== null && isCall(latest) ? latest : null;
  return { ...data, deleted: { ...data.deleted, comments: { count, lastCall } } };
}

/** The creation time of a lead for lists and reports. */
export const createdAt = ({ data, at }: { data: { orderedAt: string | null }; at: Date }): Date =>
  data.orderedAt ? new Date(data.orderedAt) : at;
