import type { LeadCommand, NewComment } from './command.ts';
import { isCall } from './connection.ts';
import type { CommentedStatusChange, LeadEvent } from './events.ts';
import type { OpenLead } from './state.ts';

/** @param statusChange the change that the comment explains */
export function commented(
  comment: NewComment | null,
  statusChange: CommentedStatusChange | null = null,
): LeadEvent[] {
  return comment ? [{ type: 'LeadCommented', data: { ...comment, statusChange } }] : [];
}

/** A comment may promise a call; the outcome of any later call ends the promise. */
export function callbackAfter(
  { comment, callbackAt = null }: Extract<LeadCommand, { type: 'CommentOnLead' }>,
  lead: OpenLead,
): LeadEvent[] {
  if (callbackAt === null && (lead.callbackAt === null || !isCall(comment.content))) return [];
  return [{ type: 'LeadCallbackSet', data: { at: callbackAt, operator: lead.operator } }];
}
