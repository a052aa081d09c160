import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { ChangeableLeads, DecidedRequest, LeadCommand, LeadRefusal, NewComment } from './command.ts';
import { isCall } from './connection.ts';
import { differences, totalDiffers, withTotal } from './details.ts';
import { editsOf } from './edits.ts';
import type { CommentedStatusChange, LeadEvent, PendingChange } from './events.ts';
import { evolve, type Lead, type OpenLead, type RestorableState } from './lead.ts';
import { release, releaseBy, take } from './lease.ts';
import { restoreFields } from './restore-fields.ts';
import { needsReason } from './vocabulary.ts';

type LeadDecision = Decision<LeadEvent, LeadRefusal>;

/** Decides a command. A lease that the command ends is released first. */
function decide(command: LeadCommand, lead: Lead): LeadDecision {
  const decision = decideOn(command, lead);
  if (decision.kind === 'refused' || lead.phase !== 'open' || decision.events.length === 0) return decision;
  const after = decision.events.reduce<Lead>(evolve, lead);
  const released = releaseBy(command, lead, after.phase === 'open' ? after : null);
  return released ? accept(released, ...decision.events) : decision;
}

function decideOn(command: LeadCommand, lead: Lead): LeadDecision {
  if (command.type === 'CreateLead') {
    // A deleted lead keeps its order id, because its stream still exists.
    if (lead.phase !== 'none') return refuse('order-id-taken');
    const { orderId, details } = command;
    return accept({ type: 'LeadCreated', data: { orderId, orderedAt: null, details } });
  }
  if (command.type === 'ImportLead')
    return lead.phase === 'none' ? accept(...imported(command)) : refuse('order-id-taken');
  if (command.type === 'SetLeadAside') {
    if (lead.phase !== 'none') return refuse('order-id-taken');
    const { type: _, ...data } = command;
    return accept({ type: 'LeadSetAside', data });
  }
  if (command.type === 'AdmitLead') return admit(lead);
  if (lead.phase === 'erased') return decideErased(command, lead);
  if (command.type === 'EraseLead') return erase(command.reason, lead);
  if (command.type === 'DeleteLead' && lead.phase === 'aside') return deletion(command);
  if (command.type === 'RestoreLead') return restore(command, lead);
  if (lead.phase !== 'open') return refuse('lead-not-found');
  switch (command.type) {
    case 'EditLead': {
      const outside = outsideOf(command.reach, lead);
      if (outside) return refuse(outside);
      if (totalDiffers(lead.details, command.changes)) return refuse('total-differs');
      const changes = differences(lead.details, withTotal(lead.details, command.changes));
      if (!command.mayChangePhone && changes?.customer?.phone !== undefined) return refuse('phone-locked');
      if (!command.offerIsActive && changes?.product?.offerId) return refuse('offer-inactive');
      const edited: LeadEvent[] = changes
        ? [{ type: 'LeadEdited', data: { changes: editsOf(lead.details, changes) } }]
        : [];
      return accept(...edited, ...commented(command.comment));
    }
    case 'RestoreLeadFields': {
      const outside = outsideOf(command.reach, lead);
      return outside ? refuse(outside) : restoreFields(command, lead);
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
    case 'AssignLead':
      return assign(command, lead);
    case 'UnassignLead':
      if (!lead.operator) return accept();
      if (command.from && lead.operator.id !== command.from) return refuse('assigned-elsewhere');
      return accept({ type: 'LeadUnassigned', data: { from: lead.operator, reason: command.reason } });
    case 'CommentOnLead': {
      const outside = outsideOf(command.reach, lead);
      return outside
        ? refuse(outside)
        : accept(...commented(command.comment), ...callbackAfter(command, lead));
    }
    case 'TakeLead':
      return take(command, lead);
    case 'ReleaseLead': {
      const outside = outsideOf(command.reach, lead);
      return outside ? refuse(outside) : release(command, lead);
    }
    case 'DeleteLead':
      return deletion(command);
    default:
      return command satisfies never;
  }
}

const deletion = ({ reason }: Extract<LeadCommand, { type: 'DeleteLead' }>): LeadDecision =>
  accept({ type: 'LeadDeleted', data: { reason } });

/** Also of a deleted lead, and of one that waits for a place: its events have personal data too. */
function erase(reason: string, lead: Exclude<Lead, { phase: 'erased' }>): LeadDecision {
  if (lead.phase === 'none') return refuse('lead-not-found');
  if (lead.phase === 'discarded' && lead.isErased) return refuse('lead-erased');
  return accept({ type: 'LeadErased', data: { reason } });
}

/** A lead that was admitted before, or discarded while it waited, needs no event. */
function admit(lead: Lead): LeadDecision {
  if (lead.phase === 'none') return refuse('lead-not-found');
  if (lead.phase !== 'aside') return accept();
  const { orderId, details } = lead;
  return accept(
    { type: 'LeadAdmitted', data: {} },
    { type: 'LeadCreated', data: { orderId, orderedAt: null, details } },
  );
}

/** An erased lead can only be deleted. */
function decideErased(command: LeadCommand, lead: Extract<Lead, { phase: 'erased' }>): LeadDecision {
  // The second of two erasures, and the undo of a deletion, are refused because of the erasure.
  if (lead.isDeleted && command.type !== 'EraseLead' && command.type !== 'RestoreLead')
    return refuse('lead-not-found');
  if (command.type === 'DeleteLead') return deletion(command);
  if (command.type === 'TakeLead') return refuse('lead-not-available'); // the work queue tries the next lead
  if (command.type === 'ReleaseLead') return accept();
  const reach = reachOf(command);
  return refuse((reach && outsideOf(reach, lead.was)) ?? 'lead-erased');
}

/** The leads to which the caller's command is limited; null for commands of admins and of the system. */
function reachOf(command: LeadCommand): ChangeableLeads | null {
  if (command.type === 'RequestLeadStatusChange')
    return { kind: 'own', operator: command.by.id, seesAllLeads: command.seesAllLeads };
  return 'reach' in command ? command.reach : null;
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

/** A lead that the operator took from the pool of unassigned leads is assigned to stay with the operator after the lease. */
function assign(
  { operator, from, reason }: Extract<LeadCommand, { type: 'AssignLead' }>,
  lead: OpenLead,
): LeadDecision {
  if (lead.operator?.id === operator.id) {
    if (!lead.lease?.fromPool || (from && from !== operator.id)) return accept();
    return accept({ type: 'LeadAssigned', data: { operator, from: null, reason } });
  }
  if (from && lead.operator?.id !== from) return refuse('assigned-elsewhere');
  return accept({ type: 'LeadAssigned', data: { operator, from: lead.operator, reason } });
}

/**
 * An admin's change. `from` is the status that the admin saw; without it, the lead's status now. A change to that same
 * status only adds the comment, if there is one.
 */
function changeStatus(
  command: Extract<LeadCommand, { type: 'ChangeLeadStatus' }>,
  lead: OpenLead,
): LeadDecision {
  const { to, reason, comment, isBulk } = command;
  const from = command.from ?? lead.status;
  if (to === from) return accept(...commented(comment));
  if (from !== lead.status) return refuse('changed-meanwhile');
  if (needsReason(to) && !reason && !isBulk) return refuse('reason-required');
  return accept(
    { type: 'LeadStatusChanged', data: { from, to, reason } },
    ...commented(comment, { from, to, reason }),
  );
}

/** An operator's request, only for a lead assigned to them. A request for the status that they saw only adds the comment. */
function requestStatusChange(
  command: Extract<LeadCommand, { type: 'RequestLeadStatusChange' }>,
  lead: OpenLead,
): LeadDecision {
  const { requestId, to, reason, comment, by, seesAllLeads, requestedAt, automatic } = command;
  const from = command.from ?? lead.status;
  const outside = outsideOf({ kind: 'own', operator: by.id, seesAllLeads }, lead);
  if (outside) return refuse(outside);
  if (to === from) return accept(...commented(comment));
  if (from !== lead.status) return refuse('changed-meanwhile');
  if (needsReason(to) && !reason) return refuse('reason-required');
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
function restore(
  command: Extract<LeadCommand, { type: 'RestoreLead' }>,
  lead: Exclude<Lead, { phase: 'erased' }>,
): LeadDecision {
  if (lead.phase !== 'open' && lead.phase !== 'deleted') return refuse('lead-not-found');
  const { undoes, to, decidedAt, createdAt, statuses, latestRequest } = command;
  const was = lead.phase === 'deleted' ? lead.was : lead;
  if (lead.phase === 'open' && isSame(lead, to)) return accept();
  const { orderId, details, comments } = was;
  return accept({
    type: 'LeadRestored',
    data: {
      undoes,
      from: was.status,
      to: to.status,
      ...(decidedAt && { decidedAt }),
      reason: to.statusReason,
      operator: to.operator,
      pending: to.pending,
      deleted:
        lead.phase === 'deleted'
          ? { orderId, details, createdAt, comments, statuses, ...latestRequest }
          : null,
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
function outsideOf(reach: ChangeableLeads, lead: OpenLead): 'lead-not-found' | 'lead-not-yours' | null {
  if (reach.kind === 'all' || lead.operator?.id === reach.operator) return null;
  return reach.seesAllLeads ? 'lead-not-yours' : 'lead-not-found';
}

/** A comment may promise a call; the outcome of any later call ends the promise. */
function callbackAfter(
  { comment, callbackAt = null }: Extract<LeadCommand, { type: 'CommentOnLead' }>,
  lead: OpenLead,
): LeadEvent[] {
  if (callbackAt === null && (lead.callbackAt === null || !isCall(comment.content))) return [];
  return [{ type: 'LeadCallbackSet', data: { at: callbackAt, operator: lead.operator } }];
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
