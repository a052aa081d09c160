import type { Comment } from '@crm/contracts/leads/lead.ts';
import { isCall } from '@crm/events/leads/connection.ts';
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

const HOUR_MS = 60 * 60 * 1000;

/**
 * The outcome of the operator's own call within the last hour, '' without one. A request usually follows from it,
 * so the comment of the request starts with it.
 */
export function outcomeOfCall(comments: readonly Comment[], operator: string, now: number): string {
  const call = comments.find(
    ({ content, author, createdAt }) =>
      author.fullName === operator && isCall(content) && now - Date.parse(createdAt) < HOUR_MS,
  );
  return call?.content ?? '';
}
