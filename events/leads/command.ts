import type { UserId } from '../ids.ts';
import type { Decision } from '../language/decider.ts';
import type { LeadChanges, LeadDetails } from './details.ts';
import type { LeadEvent, LeadMoment, OperatorRef, ReleaseReason } from './events.ts';
import type { FieldName } from './fields/list.ts';
import type { LatestRequest } from './latest-request.ts';
import type { RestorableState } from './state.ts';
import type { StatusChange } from './status-ages.ts';
import type { CommentType, LeadStatus } from './vocabulary.ts';

/**
 * The leads that a caller may change: 'all' for admins. An operator who may see all leads changes only their own, too; the
 * refusal then says why, because the lead is no secret.
 */
export type ChangeableLeads = { kind: 'all' } | { kind: 'own'; operator: UserId; seesAllLeads: boolean };

export type NewComment = {
  commentId: string;
  content: string;
  type: CommentType;
  isInternal: boolean;
  isImportant: boolean;
  author: string;
};

/** The request that an admin decides. */
export type DecidedRequest = {
  /** Null decides any pending request. */
  requestId: string | null;
  /** Only a request from before this time: the admin cannot have seen a later one. */
  askedBefore?: string;
};

/**
 * The operator that the lead must still be assigned to. `from`: the one whose leads a batch moves. `seen`: the one that an admin
 * saw, null for an unassigned lead.
 */
type AssignedTo = { from?: UserId; seen?: UserId | null | undefined };

export type LeadCommand =
  | { type: 'CreateLead'; orderId: string; details: LeadDetails }
  /** Keeps a lead that came in over the limit of its billing period. */
  | { type: 'SetLeadAside'; orderId: string; details: LeadDetails; maxLeads: number; periodEnd: string }
  /** Creates a lead that was set aside. */
  | { type: 'AdmitLead' }
  /** A lead from another system. Its status needs no reason. */
  | {
      type: 'ImportLead';
      orderId: string;
      orderedAt: string | null;
      details: LeadDetails;
      operator: OperatorRef | null;
      status: LeadStatus;
      reason: string | null;
      comment: NewComment | null;
    }
  /** Only an admin may change the phone. A total is checked, not taken. */
  | {
      type: 'EditLead';
      reach: ChangeableLeads;
      mayChangePhone: boolean;
      /** False when the changes name an offer that is turned off: a lead may keep it, but not get it. */
      offerIsActive: boolean;
      changes: LeadChanges;
      comment: NewComment | null;
    }
  /** Gives fields the values that they had at an earlier moment. */
  | {
      type: 'RestoreLeadFields';
      reach: ChangeableLeads;
      mayChangePhone: boolean;
      fields: readonly FieldName[];
      /** The moment, with the lead's details then; null when the lead has no such revision. */
      past: { moment: LeadMoment; details: LeadDetails } | null;
    }
  | {
      type: 'ChangeLeadStatus';
      to: LeadStatus;
      /** The status that the caller saw. */
      from?: LeadStatus | undefined;
      reason: string | null;
      comment: NewComment | null;
      /** A bulk change requires no reason: one text rarely fits many leads. */
      isBulk: boolean;
    }
  | {
      type: 'RequestLeadStatusChange';
      requestId: string;
      to: LeadStatus;
      /** The status that the operator saw. */
      from?: LeadStatus | undefined;
      reason: string | null;
      /** For the admin who decides and was not on the call. */
      comment: NewComment;
      by: OperatorRef;
      seesAllLeads: boolean;
      requestedAt: string;
      /** The tenant's autoLeadStatusApprove: the change is applied at once. */
      automatic: boolean;
    }
  | ({ type: 'ApproveLeadStatusChange'; notes: string | null } & DecidedRequest)
  | ({ type: 'RejectLeadStatusChange'; notes: string } & DecidedRequest)
  | ({ type: 'AssignLead'; operator: OperatorRef; reason: string | null } & AssignedTo)
  | ({ type: 'UnassignLead'; reason: string | null } & AssignedTo)
  | {
      type: 'CommentOnLead';
      reach: ChangeableLeads;
      comment: NewComment;
      /** The time for which the customer was promised a call, as ISO text. */
      callbackAt?: string | null;
    }
  /** An operator takes the lead to work on it. Times are ISO texts. */
  | { type: 'TakeLead'; operator: OperatorRef; now: string; mayTakeUnassigned: boolean }
  /** 'expired' releases only a lease that has ended by `now`. */
  | {
      type: 'ReleaseLead';
      reach: ChangeableLeads;
      operator: UserId;
      reason: Exclude<ReleaseReason, 'worked' | 'withdrawn'>;
      now: string;
    }
  | { type: 'DeleteLead'; reason: string | null }
  | { type: 'EraseLead'; reason: string }
  /** Undoes a batch. The caller checks in the lead's stream that nothing has changed the lead since. */
  | {
      type: 'RestoreLead';
      undoes: string;
      to: RestorableState;
      /** When the status was decided before the batch; null if it was open. */
      decidedAt: string | null;
      /** The time of creation, the statuses and the latest request are those of a deleted lead's stream. */
      createdAt: string;
      statuses: StatusChange[];
      latestRequest: LatestRequest;
    };

export type LeadRefusal =
  | 'order-id-taken'
  | 'lead-not-found'
  | 'lead-erased'
  | 'lead-not-yours'
  | 'phone-locked'
  | 'offer-inactive'
  | 'total-differs'
  | 'no-such-moment'
  | 'reason-required'
  | 'nothing-pending'
  | 'request-replaced'
  | 'changed-meanwhile'
  | 'assigned-elsewhere'
  | 'lead-not-available';

export type LeadDecision = Decision<LeadEvent, LeadRefusal>;
