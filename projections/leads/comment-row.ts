import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { CommentType, LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { idOf } from '@crm/events/streams.ts';
import type { Recorded } from '../projection.ts';

export type CommentRow = {
  id: string;
  tenant: string;
  lead_id: string;
  /** Revision in the lead's stream: the order of the comments. */
  revision: number;
  content: string;
  type: CommentType;
  is_internal: boolean;
  is_important: boolean;
  author: string;
  /** The change of status that it explains; null for other comments. */
  previous_status: LeadStatus | null;
  new_status: LeadStatus | null;
  reason: string | null;
  ip_address: string | null;
  created_at: Date;
};

export const commentColumns: { [Column in keyof CommentRow]: string } = {
  id: 'uuid not null',
  tenant: 'uuid not null',
  lead_id: 'uuid not null',
  revision: 'integer not null',
  content: 'text not null',
  type: 'text not null',
  is_internal: 'boolean not null',
  is_important: 'boolean not null',
  author: 'text not null',
  previous_status: 'text',
  new_status: 'text',
  reason: 'text',
  ip_address: 'text',
  created_at: 'timestamptz not null',
};

export function foldComment(row: CommentRow | null, event: Recorded<LeadEvent>): CommentRow | null {
  if (event.type !== 'LeadCommented') return row;
  const { commentId, content, type, isInternal, isImportant, author, statusChange } = event.data;
  return {
    id: commentId,
    tenant: event.meta.tenant,
    lead_id: idOf(event.stream),
    revision: event.revision,
    content,
    type,
    is_internal: isInternal,
    is_important: isImportant,
    author,
    previous_status: statusChange?.from ?? null,
    new_status: statusChange?.to ?? null,
    reason: statusChange?.reason ?? null,
    ip_address: event.meta.ip,
    created_at: event.at,
  };
}
