import { type Connection, composeComment } from '@crm/events/leads/connection.ts';

/** The dialog's fields. Each mode keeps its values while the other mode is open. */
export type CommentDraft = {
  mode: 'structured' | 'manual';
  connection: Connection | '';
  /** One of the connection's reasons, or CUSTOM. */
  reason: string;
  custom: string;
  /** Written by hand. */
  content: string;
  isImportant: boolean;
};

/** Kept in the drafts of users, so it does not change with the text of the choice. */
export const CUSTOM = 'Custom Reason';

export const emptyDraft: CommentDraft = {
  mode: 'structured',
  connection: '',
  reason: '',
  custom: '',
  content: '',
  isImportant: false,
};

/** The comment text that a submit would send; also shown as the preview. */
export function textOf(draft: CommentDraft): string {
  if (draft.mode === 'manual') return draft.content.trim();
  if (draft.connection === '') return '';
  return composeComment(draft.connection, draft.reason === CUSTOM ? draft.custom : draft.reason);
}

/** Whether all required fields are filled in. */
export function isWritten(draft: CommentDraft): boolean {
  if (draft.mode === 'manual') return draft.content.trim() !== '';
  if (draft.connection === '' || draft.reason === '') return false;
  return draft.reason !== CUSTOM || draft.custom.trim() !== '';
}
