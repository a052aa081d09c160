import type { StatusStep, TimelineEntry } from '@crm/contracts/leads/lead.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { applyChanges, blankDetails, type LeadDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { z } from 'zod';
import type { Recorded } from '../projection.ts';
import { editsOf, type OfferNames } from './edits.ts';

type Step = z.infer<typeof StatusStep>;
type Restored = Extract<LeadEvent, { type: 'LeadRestored' }>['data'];
type Telling = Pick<TimelineEntry, 'type' | 'content'> & {
  isInternal?: boolean;
  isImportant?: boolean;
  metadata?: Partial<TimelineEntry['metadata']>;
};

/** Builds a lead's timeline from its stream, newest first: actor, time, origin and content. */
export function timelineOf(events: readonly Recorded<LeadEvent>[], offers: OfferNames): TimelineEntry[] {
  let details = blankDetails;
  const entries = events.map((event): TimelineEntry => {
    const { type, content, isInternal = false, isImportant = false, metadata } = tell(event, details, offers);
    if (event.type === 'LeadCreated') details = event.data.details;
    if (event.type === 'LeadEdited') details = applyChanges(details, event.data.changes);
    return {
      _id: event.id,
      event: event.type,
      type,
      isInternal,
      isImportant,
      author: authorOf(event.meta.actor),
      content,
      createdAt: event.at.toISOString(),
      metadata: {
        previousStatus: null,
        newStatus: null,
        reason: null,
        changes: [],
        ...metadata,
        ipAddress: event.meta.ip,
        userAgent: event.meta.userAgent,
      },
      revision: event.revision,
    };
  });
  return entries.reverse();
}

function tell(event: LeadEvent, before: LeadDetails, offers: OfferNames): Telling {
  switch (event.type) {
    case 'LeadCreated':
      return {
        type: 'system',
        content: 'Lead created',
        metadata: { newStatus: 'processing', previousStatus: null },
      };
    case 'LeadEdited':
      return {
        type: 'system',
        content: 'Lead edited',
        metadata: { changes: editsOf(before, event.data.changes, offers) },
      };
    case 'LeadAssigned': {
      const { operator, from, reason } = event.data;
      const content = from
        ? `Reassigned from ${from.name} to ${operator.name}`
        : `Assigned to ${operator.name}`;
      return { type: 'assignment', content, metadata: { reason } };
    }
    case 'LeadUnassigned': {
      const { from, reason } = event.data;
      return { type: 'assignment', content: `Unassigned from ${from.name}`, metadata: { reason } };
    }
    case 'LeadStatusChanged': {
      const { from, to, reason } = event.data;
      return statusTold('Status changed', from, to, reason);
    }
    case 'LeadStatusChangeRequested': {
      const { from, to, reason, replaces } = event.data;
      const content = replaces
        ? 'Status change requested, in place of the request before'
        : 'Status change requested';
      return statusTold(content, from, to, reason);
    }
    case 'LeadStatusChangeApproved': {
      const { from, to, notes, automatic } = event.data;
      const content = automatic ? 'Status change approved automatically' : 'Status change approved';
      return statusTold(content, from, to, notes);
    }
    case 'LeadStatusChangeRejected': {
      const { to, notes } = event.data;
      return { type: 'status', content: `Status change to ${to} rejected`, metadata: { reason: notes } };
    }
    case 'LeadCommented': {
      const { content, type, isInternal, isImportant } = event.data;
      return { type, content, isInternal, isImportant };
    }
    case 'LeadDeleted':
      return { type: 'system', content: 'Lead deleted', metadata: { reason: event.data.reason } };
    case 'LeadRestored':
      return restoredTold(event.data);
    default:
      return event satisfies never;
  }
}

const statusTold = (content: string, from: LeadStatus, to: LeadStatus, reason: string | null): Telling => ({
  type: 'status',
  content,
  metadata: { previousStatus: from, newStatus: to, reason },
});

function restoredTold({ from, to, reason, operator, pending, deleted }: Restored): Telling {
  if (deleted) return { type: 'system', content: 'Deletion undone' };
  const waits = pending ? `, ${pending.to} waits for approval again` : '';
  if (from !== to) return statusTold(`Bulk action undone${waits}`, from, to, reason);
  const whose = operator ? `assigned to ${operator.name}` : 'unassigned';
  return { type: 'assignment', content: `Bulk action undone: ${whose} again${waits}` };
}

function authorOf(actor: Actor): TimelineEntry['author'] {
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
