import { type LeadStatus, needsReason } from '@crm/events/leads/vocabulary.ts';

/** An admin sets a status directly; an operator requests one. */
export type Changer = 'admin' | 'operator';

export type StatusDraft = { status: LeadStatus; reason: string; comment: string };

/**
 * The required fields: a reason to cancel or trash; a comment when the status stays the same or an operator
 * requests it.
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

/** The statuses of quick and bulk updates; a return to processing needs the dialog. */
export const quickStatuses = [
  'approved',
  'cancelled',
  'hold',
  'trash',
] as const satisfies readonly LeadStatus[];
