import { accept, refuse } from '../language/decider.ts';
import type { DecidedRequest, LeadCommand, LeadDecision } from './command.ts';
import { commented } from './comment-events.ts';
import type { LeadEvent, PendingChange } from './events.ts';
import { outsideOf } from './reach.ts';
import type { OpenLead } from './state.ts';
import { needsReason } from './vocabulary.ts';

/**
 * An admin's change. `from` is the status that the admin saw; without it, the lead's status now. A change to that same
 * status only adds the comment, if there is one.
 */
export function changeStatus(
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
export function requestStatusChange(
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

/** An admin's approval of the pending request: the status becomes the requested one. */
export function approveStatusChange(
  command: Extract<LeadCommand, { type: 'ApproveLeadStatusChange' }>,
  lead: OpenLead,
): LeadDecision {
  const pending = decidedBy(command, lead);
  if (typeof pending === 'string') return refuse(pending);
  const { requestId, to } = pending;
  const approved = { requestId, from: lead.status, to, notes: command.notes, automatic: false };
  return accept({ type: 'LeadStatusChangeApproved', data: approved });
}

/** An admin's rejection of the pending request: the status stays. */
export function rejectStatusChange(
  command: Extract<LeadCommand, { type: 'RejectLeadStatusChange' }>,
  lead: OpenLead,
): LeadDecision {
  const pending = decidedBy(command, lead);
  if (typeof pending === 'string') return refuse(pending);
  const { requestId, to } = pending;
  return accept({ type: 'LeadStatusChangeRejected', data: { requestId, to, notes: command.notes } });
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
