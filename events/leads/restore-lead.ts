import { accept, refuse } from '../language/decider.ts';
import type { LeadCommand, LeadDecision } from './command.ts';
import type { Lead, RestorableState } from './state.ts';

/** Restores the lead's state before a batch; no event if it is unchanged. */
export function restoreLead(
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
