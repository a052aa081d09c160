import type { UserId } from '../ids.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import { isCall } from './connection.ts';
import {
  applyChanges,
  differences,
  type LeadChanges,
  type LeadDetails,
  totalDiffers,
  withTotal,
} from './details.ts';
import { editsOf, newValuesOf } from './edits.ts';
import type { CommentedStatusChange, LeadComments, LeadEvent, OperatorRef, PendingChange } from './events.ts';
import { type CommentType, type LeadStatus, needsReason } from './vocabulary.ts';

/** The part of a lead that a batch may change and its undo restores. */
export type RestorableState = {
  status: LeadStatus;
  statusReason: string | null;
  operator: OperatorRef | null;
  pending: PendingChange | null;
};

export type OpenLead = RestorableState & {
  phase: 'open';
  orderId: string;
  details: LeadDetails;
  comments: LeadComments;
};

/** The state of a lead for its decider. */
export type Lead = { phase: 'none' } | OpenLead | { phase: 'deleted'; was: OpenLead };

/**
 * The leads that a caller may change: 'all' for admins. An operator who may see all leads changes only their own, too; the
 * refusal then says why, because the lead is no secret.
 */
export type Reach = { kind: 'all' } | { kind: 'own'; operator: UserId; seesAllLeads: boolean };

type NewComment = {
  commentId: string;
  content: string;
  type: CommentType;
  isInternal: boolean;
  isImportant: boolean;
  author: string;
};

/** The request that an admin decides. */
type DecidedRequest = {
  /** Null decides any pending request. */
  requestId: string | null;
  /** Only a request from before this time: the admin cannot have seen a later one. */
  askedBefore?: string;
};

export type LeadCommand =
  | { type: 'CreateLead'; orderId: string; details: LeadDetails }
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
      reach: Reach;
      mayChangePhone: boolean;
      changes: LeadChanges;
      comment: NewComment | null;
    }
  | {
      type: 'ChangeLeadStatus';
      to: LeadStatus;
      reason: string | null;
      comment: NewComment | null;
      /** A bulk change requires no reason: one text rarely fits many leads. */
      isBulk: boolean;
    }
  | {
      type: 'RequestLeadStatusChange';
      requestId: string;
      to: LeadStatus;
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
  /** With `from`: only while the lead is assigned to that operator. */
  | { type: 'AssignLead'; operator: OperatorRef; from?: UserId; reason: string | null }
  | { type: 'UnassignLead'; from?: UserId; reason: string | null }
  | { type: 'CommentOnLead'; reach: Reach; comment: NewComment }
  | { type: 'DeleteLead'; reason: string | null }
  /** Undoes a batch. The caller checks in the lead's stream that nothing has changed the lead since. */
  | { type: 'RestoreLead'; undoes: string; to: RestorableState; createdAt: string };

export type LeadRefusal =
  | 'order-id-taken'
  | 'lead-not-found'
  | 'lead-not-yours'
  | 'phone-locked'
  | 'total-differs'
  | 'reason-required'
  | 'nothing-pending'
  | 'request-replaced'
  | 'assigned-elsewhere';

type LeadDecision = Decision<LeadEvent, LeadRefusal>;

function evolve(lead: Lead, event: LeadEvent): Lead {
  if (event.type === 'LeadCreated') {
    return {
      phase: 'open',
      orderId: event.data.orderId,
      details: event.data.details,
      status: 'processing',
      statusReason: null,
      operator: null,
      pending: null,
      comments: { count: 0, lastCall: null },
    };
  }
  if (event.type === 'LeadRestored' && lead.phase !== 'none') {
    const { to: status, reason: statusReason, operator, pending } = event.data;
    const was = lead.phase === 'deleted' ? lead.was : lead;
    return { ...was, status, statusReason, operator, pending };
  }
  if (lead.phase !== 'open') return lead;
  switch (event.type) {
    case 'LeadEdited':
      return { ...lead, details: applyChanges(lead.details, newValuesOf(event.data.changes)) };
    case 'LeadAssigned':
      return { ...lead, operator: event.data.operator };
    case 'LeadUnassigned':
      return { ...lead, operator: null };
    case 'LeadStatusChanged':
      return { ...lead, status: event.data.to, statusReason: event.data.reason, pending: null };
    case 'LeadStatusChangeApproved': {
      const statusReason = lead.pending?.reason ?? event.data.notes;
      return { ...lead, status: event.data.to, statusReason, pending: null };
    }
    case 'LeadStatusChangeRequested': {
      const { requestId, to, reason, by, requestedAt } = event.data;
      return { ...lead, pending: { requestId, to, reason, by, requestedAt } };
    }
    case 'LeadStatusChangeRejected':
      return { ...lead, pending: null };
    case 'LeadCommented':
      return { ...lead, comments: withComment(lead.comments, event.data.content) };
    case 'LeadDeleted':
      return { phase: 'deleted', was: lead };
    case 'LeadRestored':
      return lead; // handled above
    default:
      return event satisfies never;
  }
}

function withComment({ count, lastCall }: LeadComments, content: string): LeadComments {
  return { count: count + 1, lastCall: isCall(content) ? content : lastCall };
}

function decide(command: LeadCommand, lead: Lead): LeadDecision {
  if (command.type === 'CreateLead') {
    // A deleted lead keeps its order id, because its stream still exists.
    if (lead.phase !== 'none') return refuse('order-id-taken');
    const { orderId, details } = command;
    return accept({ type: 'LeadCreated', data: { orderId, orderedAt: null, details } });
  }
  if (command.type === 'ImportLead')
    return lead.phase === 'none' ? accept(...imported(command)) : refuse('order-id-taken');
  if (command.type === 'RestoreLead') return restore(command, lead);
  if (lead.phase !== 'open') return refuse('lead-not-found');
  switch (command.type) {
    case 'EditLead': {
      const outside = outsideOf(command.reach, lead);
      if (outside) return refuse(outside);
      if (totalDiffers(lead.details, command.changes)) return refuse('total-differs');
      const changes = differences(lead.details, withTotal(lead.details, command.changes));
      if (!command.mayChangePhone && changes?.customer?.phone !== undefined) return refuse('phone-locked');
      const edited: LeadEvent[] = changes
        ? [{ type: 'LeadEdited', data: { changes: editsOf(lead.details, changes) } }]
        : [];
      return accept(...edited, ...commented(command.comment));
    }
    case 'ChangeLeadStatus':
      return changeStatus(command, lead);
    case 'RequestLeadStatusChange':
      return requestStatusChange(command, lead);
    case 'ApproveLeadStatusChange': {
      const pending = decidedBy(command, lead);
      if (typeof pending === 'string') return refuse(pending);
      const { requestId, to } = pending;
      const approved = { requestId, from: lead.status, to, notes: command.notes, automatic: false };
      return accept({ type: 'LeadStatusChangeApproved', data: approved });
    }
    case 'RejectLeadStatusChange': {
      const pending = decidedBy(command, lead);
      if (typeof pending === 'string') return refuse(pending);
      const { requestId, to } = pending;
      return accept({ type: 'LeadStatusChangeRejected', data: { requestId, to, notes: command.notes } });
    }
    case 'AssignLead': {
      const { operator, from, reason } = command;
      if (lead.operator?.id === operator.id) return accept();
      if (from && lead.operator?.id !== from) return refuse('assigned-elsewhere');
      return accept({ type: 'LeadAssigned', data: { operator, from: lead.operator, reason } });
    }
    case 'UnassignLead':
      if (!lead.operator) return accept();
      if (command.from && lead.operator.id !== command.from) return refuse('assigned-elsewhere');
      return accept({ type: 'LeadUnassigned', data: { from: lead.operator, reason: command.reason } });
    case 'CommentOnLead': {
      const outside = outsideOf(command.reach, lead);
      return outside ? refuse(outside) : accept(...commented(command.comment));
    }
    case 'DeleteLead':
      return accept({ type: 'LeadDeleted', data: { reason: command.reason } });
    default:
      return command satisfies never;
  }
}

function imported(command: Extract<LeadCommand, { type: 'ImportLead' }>): LeadEvent[] {
  const { orderId, orderedAt, details, operator, status, reason, comment } = command;
  const events: LeadEvent[] = [{ type: 'LeadCreated', data: { orderId, orderedAt, details } }];
  if (operator) events.push({ type: 'LeadAssigned', data: { operator, from: null, reason: null } });
  if (status !== 'processing')
    events.push({ type: 'LeadStatusChanged', data: { from: 'processing', to: status, reason } });
  const statusChange = status === 'processing' ? null : { from: 'processing' as const, to: status, reason };
  return [...events, ...commented(comment, statusChange)];
}

/** An admin's change. The current status with a comment only adds the comment; without one there is nothing to do. */
function changeStatus(
  command: Extract<LeadCommand, { type: 'ChangeLeadStatus' }>,
  lead: OpenLead,
): LeadDecision {
  const { to, reason, comment, isBulk } = command;
  if (to === lead.status) return accept(...commented(comment));
  if (needsReason(to) && !reason && !isBulk) return refuse('reason-required');
  return accept(
    { type: 'LeadStatusChanged', data: { from: lead.status, to, reason } },
    ...commented(comment, { from: lead.status, to, reason }),
  );
}

/** An operator's request, only for a lead assigned to them. */
function requestStatusChange(
  command: Extract<LeadCommand, { type: 'RequestLeadStatusChange' }>,
  lead: OpenLead,
): LeadDecision {
  const { requestId, to, reason, comment, by, seesAllLeads, requestedAt, automatic } = command;
  const outside = outsideOf({ kind: 'own', operator: by.id, seesAllLeads }, lead);
  if (outside) return refuse(outside);
  if (to === lead.status) return accept(...commented(comment));
  if (needsReason(to) && !reason) return refuse('reason-required');
  const from = lead.status;
  const replaces = lead.pending?.requestId ?? null;
  const approval: LeadEvent[] = automatic
    ? [{ type: 'LeadStatusChangeApproved', data: { requestId, from, to, notes: null, automatic: true } }]
    : [];
  return accept(
    { type: 'LeadStatusChangeRequested', data: { requestId, from, to, reason, by, requestedAt, replaces } },
    ...commented(comment, { from, to, reason }),
    ...approval,
  );
}

/** Restores the lead's state before a batch; no event if it is unchanged. */
function restore(command: Extract<LeadCommand, { type: 'RestoreLead' }>, lead: Lead): LeadDecision {
  if (lead.phase === 'none') return refuse('lead-not-found');
  const { undoes, to, createdAt } = command;
  const was = lead.phase === 'deleted' ? lead.was : lead;
  if (lead.phase === 'open' && isSame(lead, to)) return accept();
  const { orderId, details, comments } = was;
  return accept({
    type: 'LeadRestored',
    data: {
      undoes,
      from: was.status,
      to: to.status,
      reason: to.statusReason,
      operator: to.operator,
      pending: to.pending,
      deleted: lead.phase === 'deleted' ? { orderId, details, createdAt, comments } : null,
    },
  });
}

function isSame(lead: RestorableState, to: RestorableState): boolean {
  return (
    lead.status === to.status &&
    lead.statusReason === to.statusReason &&
    lead.operator?.id === to.operator?.id &&
    lead.pending?.requestId === to.pending?.requestId
  );
}

/** The pending request that a decision applies to, or why it applies to none. */
function decidedBy(
  { requestId, askedBefore }: DecidedRequest,
  { pending }: OpenLead,
): PendingChange | 'nothing-pending' | 'request-replaced' {
  if (!pending) return 'nothing-pending';
  if (requestId !== null && requestId !== pending.requestId) return 'request-replaced';
  return askedBefore && pending.requestedAt > askedBefore ? 'request-replaced' : pending;
}

/** Why the caller may not change the lead; null if they may. A lead that the caller may not see is treated as not found. */
function outsideOf(reach: Reach, lead: OpenLead): 'lead-not-found' | 'lead-not-yours' | null {
  if (reach.kind === 'all' || lead.operator?.id === reach.operator) return null;
  return reach.seesAllLeads ? 'lead-not-yours' : 'lead-not-found';
}

/** @param statusChange the change that the comment explains */
function commented(
  comment: NewComment | null,
  statusChange: CommentedStatusChange | null = null,
): LeadEvent[] {
  return comment ? [{ type: 'LeadCommented', data: { ...comment, statusChange } }] : [];
}

export const leadDecider: Decider<Lead, LeadCommand, LeadEvent, LeadRefusal> = {
  initialState: { phase: 'none' },
  evolve,
  decide,
};
