import { applyChanges, type LeadDetails } from '../leads/details.ts';
import { newValuesOf } from '../leads/edits.ts';
import { ERASED, erasedDetails } from '../leads/erased.ts';
import { createdAt, type LeadEvent, type OperatorRef } from '../leads/events.ts';
import type { LeadStatus } from '../leads/vocabulary.ts';

/** A lead right after an event, for a postback about that event, however much later it is sent. */
export type LeadSnapshot = {
  id: string;
  orderId: string;
  details: LeadDetails;
  status: LeadStatus;
  statusReason: string | null;
  /** Of a change that is requested and not decided yet. */
  pendingReason: string | null;
  operator: OperatorRef | null;
  /** Its order date if an upload gave one; ISO text, like `updatedAt`. */
  createdAt: string;
  updatedAt: string;
};

/** The time and the lead of an event. */
export type Recorded = { lead: string; at: Date };

/** Applies an event to a lead; null before its creation and after its deletion. */
export function leadSnapshotAfter(
  lead: LeadSnapshot | null,
  event: LeadEvent,
  { lead: id, at }: Recorded,
): LeadSnapshot | null {
  const updatedAt = at.toISOString();
  if (event.type === 'LeadCreated') {
    const { orderId, details } = event.data;
    const fresh = { status: 'processing', statusReason: null, pendingReason: null, operator: null } as const;
    return {
      id,
      orderId,
      details,
      ...fresh,
      createdAt: createdAt({ data: event.data, at }).toISOString(),
      updatedAt,
    };
  }
  if (event.type === 'LeadRestored') {
    const { deleted, to: status, reason: statusReason, operator, pending } = event.data;
    const was = deleted ? { id, ...deleted } : lead;
    if (!was) return null;
    const pendingReason = pending?.reason ?? null;
    return { ...was, updatedAt, status, statusReason, pendingReason, operator };
  }
  if (!lead) return null;
  const touched = { ...lead, updatedAt };
  switch (event.type) {
    case 'LeadEdited':
      return { ...touched, details: applyChanges(lead.details, newValuesOf(event.data.changes)) };
    case 'LeadAssigned':
      return { ...touched, operator: event.data.operator };
    case 'LeadUnassigned':
      return { ...touched, operator: null };
    case 'LeadStatusChanged':
      return { ...touched, status: event.data.to, statusReason: event.data.reason, pendingReason: null };
    case 'LeadStatusChangeApproved': {
      const statusReason = lead.pendingReason ?? event.data.notes;
      return { ...touched, status: event.data.to, statusReason, pendingReason: null };
    }
    case 'LeadStatusChangeRequested':
      return { ...touched, pendingReason: event.data.reason };
    case 'LeadStatusChangeRejected':
      return { ...touched, pendingReason: null };
    case 'LeadCommented':
      return touched;
    // A take or release changes who works on the lead, not the lead.
    case 'LeadTaken':
    case 'LeadReleased':
    case 'LeadSetAside':
    case 'LeadAdmitted':
      return lead;
    case 'LeadCallbackSet': {
      const requiresCallback = event.data.at !== null;
      return { ...touched, details: applyChanges(lead.details, { handling: { requiresCallback } }) };
    }
    case 'LeadErased':
      return {
        ...touched,
        details: erasedDetails(lead.details),
        statusReason: lead.statusReason && ERASED,
        pendingReason: null,
      };
    case 'LeadDeleted':
      return null;
    default:
      return event satisfies never;
  }
}
