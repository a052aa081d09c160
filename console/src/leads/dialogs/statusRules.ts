import { type LeadStatus, needsReason } from '@crm/events/leads/vocabulary.ts';

/** Who changes a status: an admin by themselves, an operator by asking. */
export type Changer = 'admin' | 'operator';

export type StatusDraft = { status: LeadStatus; reason: string; comment: string };

/**
 * What must be said: a reason to cancel or trash; a comment when the status stays as it is
 * or when an operator asks.
 */
export function required(draft: StatusDraft, current: LeadStatus, changer: Changer) {
  return {
    reason: needsReason(draft.status) && draft.status !== current,
    comment: draft.status === current || changer === 'operator',
  };
}

export function isComplete(draft: StatusDraft, current: LeadStatus, changer: Changer): boolean {
  const must = required(draft, current, changer);
  return (!must.reason || draft.reason.trim() !== '') && (!must.comment || draft.comment.trim() !== '');
}

/** What a quick or bulk update offers; back to processing goes through the dialog. */
export const quickStatuses = [
  'approved',
  'cancelled',
  'hold',
  'trash',
] as const satisfies readonly LeadStatus[];
