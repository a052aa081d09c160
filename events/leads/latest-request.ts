import type { Actor } from '../envelope/envelope.ts';
import type { LeadEvent, Rejection } from './events.ts';
import type { LeadStatus } from './vocabulary.ts';

/** What a lead keeps of its latest request to change the status, besides the pending change itself. */
export type LatestRequest = {
  /** The comment that the operator sent with it. */
  requestComment: string | null;
  /** Its rejection, until the next request or change of status. */
  rejection: Rejection | null;
};

/** An event of a lead with its envelope data. */
type Change = { event: LeadEvent; recorded: { at: Date; meta: { actor: Actor } } };

/** The latest request after these events, which begin with the lead's first one: as projections/leads/status-request.ts. */
export function latestRequestOf(changes: readonly Change[]): LatestRequest {
  let pendingTo: LeadStatus | null = null;
  let latest: LatestRequest = { requestComment: null, rejection: null };
  for (const { event, recorded } of changes) {
    switch (event.type) {
      case 'LeadStatusChangeRequested':
        pendingTo = event.data.to;
        latest = { requestComment: null, rejection: null };
        break;
      case 'LeadCommented': {
        const { content, statusChange } = event.data;
        if (pendingTo !== null && statusChange?.to === pendingTo)
          latest = { ...latest, requestComment: content };
        break;
      }
      case 'LeadStatusChangeRejected': {
        const { to, notes: reason } = event.data;
        const by = nameOf(recorded.meta.actor);
        pendingTo = null;
        latest = { ...latest, rejection: { to, reason, at: recorded.at.toISOString(), by } };
        break;
      }
      case 'LeadStatusChanged':
      case 'LeadStatusChangeApproved':
        pendingTo = null;
        latest = { ...latest, rejection: null };
        break;
      case 'LeadRestored':
        pendingTo = event.data.pending?.to ?? null;
        if (pendingTo !== null) latest = { ...latest, rejection: null };
        break;
      default:
    }
  }
  return latest;
}

const nameOf = (actor: Actor): string => (actor.kind === 'partner' ? 'Partner' : actor.name);
