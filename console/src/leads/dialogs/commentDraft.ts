import { type Connection, composeComment } from '@crm/events/leads/connection.ts';

/** The modal's fields. What was filled in one mode is still there after a look at the other. */
export type CommentDraft = {
  mode: 'structured' | 'manual';
  connection: Connection | '';
  /** One of the connection's reasons, or CUSTOM. */
  reason: string;
  custom: string;
  manual: string;
};

export const CUSTOM = 'Custom Reason';

export const emptyDraft: CommentDraft = {
  mode: 'structured',
  connection: '',
  reason: '',
  custom: '',
  manual: '',
};

/** The text as it would be sent now; the preview shows it. */
export function textOf(draft: CommentDraft): string {
  if (draft.mode === 'manual') return draft.manual.trim();
  if (draft.connection === '') return '';
  return composeComment(draft.connection, draft.reason === CUSTOM ? draft.custom : draft.reason);
}

/** Whether all that is required is there. */
export function isWritten(draft: CommentDraft): boolean {
  if (draft.mode === 'manual') return draft.manual.trim() !== '';
  if (draft.connection === '' || draft.reason === '') return false;
  return draft.reason !== CUSTOM || draft.custom.trim() !== '';
}
