import { isCall } from './connection.ts';
import { applyChanges, type LeadDetails } from './details.ts';
import { newValuesOf } from './edits.ts';
import { ERASED, erasedComment, erasedDetails } from './erased.ts';
import type { LeadComments, LeadEvent, Lease, OperatorRef, PendingChange } from './events.ts';
import type { LeadStatus } from './vocabulary.ts';

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
  lease: Lease | null;
  /** The time of a promised call, as ISO text. */
  callbackAt: string | null;
};

/** The state of a lead for its decider. */
export type Lead =
  | { phase: 'none' }
  /** Waits for a place under the limit of the billing subscription. */
  | { phase: 'aside'; orderId: string; details: LeadDetails }
  /** Was deleted or erased while it waited: it is never admitted, and keeps its order id. */
  | { phase: 'discarded'; isErased: boolean }
  | OpenLead
  | { phase: 'deleted'; was: OpenLead }
  /** Its personal data was erased. It keeps its place in lists and figures unless it is deleted, and never changes again. */
  | { phase: 'erased'; was: OpenLead; isDeleted: boolean };

/** The details of a lead; null when there is none, and after a waiting one was deleted or erased. */
export function detailsOfLead(lead: Lead): LeadDetails | null {
  switch (lead.phase) {
    case 'none':
    case 'discarded':
      return null;
    case 'aside':
    case 'open':
      return lead.details;
    case 'deleted':
    case 'erased':
      return lead.was.details;
    default:
      return lead satisfies never;
  }
}

/** Applies an event to the state. */
export function evolve(lead: Lead, event: LeadEvent): Lead {
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
      lease: null,
      callbackAt: null,
    };
  }
  if (event.type === 'LeadErased' && (lead.phase === 'open' || lead.phase === 'deleted')) return erased(lead);
  if (lead.phase === 'erased') return event.type === 'LeadDeleted' ? { ...lead, isDeleted: true } : lead;
  if (event.type === 'LeadSetAside') {
    const { orderId, details } = event.data;
    return { phase: 'aside', orderId, details };
  }
  if (lead.phase === 'aside' || lead.phase === 'discarded') return discarded(lead, event);
  if (event.type === 'LeadRestored' && (lead.phase === 'open' || lead.phase === 'deleted')) {
    const { to: status, reason: statusReason, operator, pending } = event.data;
    const was = lead.phase === 'deleted' ? lead.was : lead;
    return { ...was, status, statusReason, operator, pending };
  }
  if (lead.phase !== 'open') return lead;
  switch (event.type) {
    case 'LeadEdited': {
      const details = applyChanges(lead.details, newValuesOf(event.data.changes));
      return { ...lead, details, callbackAt: details.handling.requiresCallback ? lead.callbackAt : null };
    }
    case 'LeadAssigned':
      // The lead does not return to the pool. A lead that is taken from it is assigned before its lease begins.
      return {
        ...lead,
        operator: event.data.operator,
        lease: lead.lease && { ...lead.lease, fromPool: false },
      };
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
    case 'LeadTaken':
      return { ...lead, lease: event.data };
    case 'LeadReleased':
      return { ...lead, lease: null };
    case 'LeadCallbackSet': {
      const requiresCallback = event.data.at !== null;
      const details = applyChanges(lead.details, { handling: { requiresCallback } });
      return { ...lead, details, callbackAt: event.data.at };
    }
    case 'LeadDeleted':
      return { phase: 'deleted', was: lead };
    case 'LeadAdmitted':
      return lead; // LeadCreated follows
    case 'LeadErased':
    case 'LeadRestored':
      return lead; // handled above
    default:
      return event satisfies never;
  }
}

function discarded(lead: Extract<Lead, { phase: 'aside' | 'discarded' }>, { type }: LeadEvent): Lead {
  if (type === 'LeadErased') return { phase: 'discarded', isErased: true };
  if (type === 'LeadDeleted' && lead.phase === 'aside') return { phase: 'discarded', isErased: false };
  return lead;
}

/** A pending request ends: its approval and its rejection are refused from now on. */
function erased(lead: OpenLead | Extract<Lead, { phase: 'deleted' }>): Lead {
  const was = lead.phase === 'deleted' ? lead.was : lead;
  return {
    phase: 'erased',
    isDeleted: lead.phase === 'deleted',
    was: {
      ...was,
      details: erasedDetails(was.details),
      statusReason: was.statusReason && ERASED,
      pending: null,
      comments: { ...was.comments, lastCall: was.comments.lastCall && erasedComment(was.comments.lastCall) },
      callbackAt: null,
    },
  };
}

function withComment({ count, lastCall }: LeadComments, content: string): LeadComments {
  return { count: count + 1, lastCall: isCall(content) ? content : lastCall };
}
