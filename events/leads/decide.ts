import { accept, type Decider, refuse } from '../language/decider.ts';
import {
  approveStatusChange,
  changeStatus,
  rejectStatusChange,
  requestStatusChange,
} from './change-status.ts';
import type { LeadCommand, LeadDecision, LeadRefusal } from './command.ts';
import { callbackAfter, commented } from './comment-events.ts';
import { differences, totalDiffers, withTotal } from './details.ts';
import { editsOf } from './edits.ts';
import type { LeadEvent } from './events.ts';
import { release, releaseBy, take } from './lease.ts';
import { outsideOf, reachOf } from './reach.ts';
import { restoreFields } from './restore-fields.ts';
import { restoreLead } from './restore-lead.ts';
import { evolve, type Lead, type OpenLead } from './state.ts';

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
  if (command.type === 'RestoreLead') return restoreLead(command, lead);
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
    case 'ApproveLeadStatusChange':
      return approveStatusChange(command, lead);
    case 'RejectLeadStatusChange':
      return rejectStatusChange(command, lead);
    case 'AssignLead':
      return assign(command, lead);
    case 'UnassignLead':
      return unassign(command, lead);
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
function assign(command: Extract<LeadCommand, { type: 'AssignLead' }>, lead: OpenLead): LeadDecision {
  const { operator, from, reason } = command;
  if (lead.operator?.id === operator.id) {
    if (!lead.lease?.fromPool || (from && from !== operator.id)) return accept();
    return accept({ type: 'LeadAssigned', data: { operator, from: null, reason } });
  }
  const outside = assignedElsewhere(command, lead);
  if (outside) return refuse(outside);
  return accept({ type: 'LeadAssigned', data: { operator, from: lead.operator, reason } });
}

function unassign(command: Extract<LeadCommand, { type: 'UnassignLead' }>, lead: OpenLead): LeadDecision {
  if (!lead.operator) return accept();
  const outside = assignedElsewhere(command, lead);
  if (outside) return refuse(outside);
  return accept({ type: 'LeadUnassigned', data: { from: lead.operator, reason: command.reason } });
}

function assignedElsewhere(
  { from, seen }: Extract<LeadCommand, { type: 'AssignLead' | 'UnassignLead' }>,
  { operator }: OpenLead,
) {
  if (from && operator?.id !== from) return 'assigned-elsewhere';
  return seen !== undefined && (operator?.id ?? null) !== seen ? 'changed-meanwhile' : null;
}

export const leadDecider: Decider<Lead, LeadCommand, LeadEvent, LeadRefusal> = {
  initialState: { phase: 'none' },
  evolve,
  decide,
};
