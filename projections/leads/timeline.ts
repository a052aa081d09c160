import type { StatusStep, TimelineEntry } from '@crm/contracts/leads/lead.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { Names } from '@crm/events/language/describe.ts';
import { describeLead } from '@crm/events/leads/describe.ts';
import { applyChanges, blankDetails, type LeadDetails } from '@crm/events/leads/details.ts';
import { newValuesOf, withOldValues } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import type { z } from 'zod';
import type { Recorded } from '../projection.ts';

type Step = z.infer<typeof StatusStep>;
/** A lead's history from its own stream, newest first: who, when, from where, and what. */
export function timelineOf(events: readonly Recorded<LeadEvent>[], offers: Names): TimelineEntry[] {
  let details = blankDetails;
  const entries = events.map((event): TimelineEntry => {
    const { text, changes, reason = null } = describeLead(withOldValuesIn(event, details), offers);
    if (event.type === 'LeadCreated') details = event.data.details;
    if (event.type === 'LeadEdited') details = applyChanges(details, newValuesOf(event.data.changes));
    const status = changes.find(({ field }) => field === 'status' || field === 'pendingStatus');
    return {
      _id: event.id,
      event: event.type,
      ...badgeOf(event),
      author: authorOf(event.meta.actor),
      content: text,
      createdAt: event.at.toISOString(),
      metadata: {
        previousStatus: statusOf(status?.from),
        newStatus: statusOf(status?.to),
        reason,
        // Other sentences name what they changed.
        changes: event.type === 'LeadEdited' ? changes.map((one) => ({ ...one, from: one.from ?? '' })) : [],
        ipAddress: event.meta.ip,
        userAgent: event.meta.userAgent,
      },
      revision: event.revision,
    };
  });
  return entries.reverse();
}

/** Edits of version 1 did not keep old values; the history before them has them. */
function withOldValuesIn(event: LeadEvent, before: LeadDetails): LeadEvent {
  if (event.type !== 'LeadEdited') return event;
  return { ...event, data: { ...event.data, changes: withOldValues(event.data.changes, before) } };
}

const statusOf = (text: string | null | undefined) => LeadStatus.safeParse(text).data ?? null;

/** The badge of an entry, and how a comment is marked. */
function badgeOf(event: LeadEvent): Pick<TimelineEntry, 'type' | 'isInternal' | 'isImportant'> {
  const plain = { isInternal: false, isImportant: false };
  switch (event.type) {
    case 'LeadCommented': {
      const { type, isInternal, isImportant } = event.data;
      return { type, isInternal, isImportant };
    }
    case 'LeadCreated':
    case 'LeadSetAside':
    case 'LeadAdmitted':
    case 'LeadEdited':
    case 'LeadDeleted':
    case 'LeadErased':
    case 'LeadCallbackSet':
      return { type: 'system', ...plain };
    case 'LeadAssigned':
    case 'LeadUnassigned':
    case 'LeadTaken':
    case 'LeadReleased':
      return { type: 'assignment', ...plain };
    case 'LeadStatusChanged':
    case 'LeadStatusChangeRequested':
    case 'LeadStatusChangeApproved':
    case 'LeadStatusChangeRejected':
      return { type: 'status', ...plain };
    case 'LeadRestored': {
      const { deleted, from, to } = event.data;
      if (deleted) return { type: 'system', ...plain };
      return { type: from === to ? 'assignment' : 'status', ...plain };
    }
    default:
      return event satisfies never;
  }
}

/** The name and role of the actor of an event. */
export function authorOf(actor: Actor): TimelineEntry['author'] {
  switch (actor.kind) {
    case 'user':
      return { fullName: actor.name, role: actor.role };
    case 'partner':
      return { fullName: 'Partner', role: 'partner' };
    case 'system':
      return { fullName: actor.name, role: 'system' };
    default:
      return actor satisfies never;
  }
}

/** The statuses that a lead had, newest first; pending requests are not included. */
export function statusHistoryOf(events: readonly Recorded<LeadEvent>[]): Step[] {
  const reasons = new Map<string, string | null>();
  const steps = events.flatMap((event): Step[] => {
    const changed = { changedBy: authorOf(event.meta.actor).fullName, changedAt: event.at.toISOString() };
    switch (event.type) {
      case 'LeadCreated':
        return [{ status: 'processing', previousStatus: null, reason: null, ...changed }];
      case 'LeadStatusChanged': {
        const { from, to, reason } = event.data;
        return [{ status: to, previousStatus: from, reason, ...changed }];
      }
      case 'LeadStatusChangeRequested':
        reasons.set(event.data.requestId, event.data.reason);
        return [];
      case 'LeadStatusChangeApproved': {
        const { requestId, from, to, notes } = event.data;
        return [{ status: to, previousStatus: from, reason: reasons.get(requestId) ?? notes, ...changed }];
      }
      case 'LeadRestored': {
        const { from, to, reason } = event.data;
        return from === to ? [] : [{ status: to, previousStatus: from, reason, ...changed }];
      }
      default:
        return [];
    }
  });
  return steps.reverse();
}
