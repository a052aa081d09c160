import { answeredFields, type fieldAnswers } from '@crm/contracts/leads/fields.ts';
import type { Comment, Lead } from '@crm/contracts/leads/lead.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { isAmount } from '@crm/events/leads/fields/kinds.ts';
import { columnsAs } from '@crm/platform/postgres/prepared.ts';
import type { CommentRow } from './comment-row.ts';
import { type LeadRow, leadColumns } from './row.ts';
import type { StatusRequestColumns } from './status-request.ts';

/** A lead's row with the names of its operator and offer; null if they were deleted. */
export type NamedLeadRow = LeadRow & {
  operator_full_name: string | null;
  operator_username: string | null;
  operator_email: string | null;
  offer_name: string | null;
};

/** The columns of a NamedLeadRow from `leads l`. The joins use the primary keys of users and offers. */
export const namedLead = `${columnsAs('l', leadColumns)}, u.full_name as operator_full_name, u.username as operator_username,
  u.email as operator_email, o.name as offer_name`;
export const namesOfLead = `left join users u on u.id = l.operator_id and u.tenant = l.tenant
  left join offers o on o.id = l.offer_id and o.tenant = l.tenant`;

/** The fields of the catalogue as answers have them. */
function answersOf(row: LeadRow) {
  const columns: Record<string, unknown> = row;
  const answers: Record<string, unknown> = {};
  for (const { name, column, kind } of answeredFields) {
    const value = columns[column];
    answers[name] = isAmount(kind) && typeof value === 'number' ? fromMinor(value) : value;
  }
  // Contract and columns derive from the same catalogue.
  return answers as Pick<Lead, keyof typeof fieldAnswers>;
}

/** A lead as answers have it; comments newest first. */
export function leadOf(row: NamedLeadRow, comments: readonly Comment[]): Lead {
  const { city, state, country } = row;
  const location = [city || state, country].filter(Boolean).join(', ') || null;
  return {
    _id: row.id,
    orderId: row.order_id,
    status: row.status,
    statusReason: row.status_reason,
    ...answersOf(row),
    location,
    hasAddress: row.has_address,
    customerInfo: { name: row.full_name, address: row.address },
    offer: row.offer_id === null ? null : { _id: row.offer_id, name: row.offer_name ?? row.product_name },
    assignedOperator: operatorOf(row),
    pendingStatusChange: pendingOf(row),
    rejectedStatusChange: rejectedOf(row),
    lastCall: lastCallOf(row),
    comments: [...comments],
    commentCount: row.comment_count,
    erasedAt: row.erased_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision,
  };
}

/** A deleted operator keeps the name from the time of the assignment. */
function operatorOf(row: NamedLeadRow): Lead['assignedOperator'] {
  if (row.operator_id === null) return null;
  return {
    _id: row.operator_id,
    fullName: row.operator_full_name ?? row.operator_name ?? '',
    username: row.operator_username ?? '',
    email: row.operator_email ?? '',
  };
}

export function pendingOf(row: StatusRequestColumns): Lead['pendingStatusChange'] {
  const { pending_request_id, pending_to, pending_requested_at } = row;
  if (pending_request_id === null || pending_to === null || pending_requested_at === null) return null;
  return {
    requestId: pending_request_id,
    newStatus: pending_to,
    reason: row.pending_reason,
    requestedAt: pending_requested_at.toISOString(),
    requestedBy: row.pending_by ?? '',
    comment: row.request_comment,
  };
}

export function rejectedOf({
  rejected_to,
  rejected_reason,
  rejected_at,
  rejected_by,
}: StatusRequestColumns): Lead['rejectedStatusChange'] {
  if (rejected_to === null || rejected_at === null) return null;
  return {
    newStatus: rejected_to,
    reason: rejected_reason ?? '',
    rejectedAt: rejected_at.toISOString(),
    rejectedBy: rejected_by ?? '',
  };
}

/** The outcome of the last call; null if there was none. */
export function lastCallOf({ call_state, call_reason }: LeadRow): Lead['lastCall'] {
  if (call_state !== 'connected' && call_state !== 'not-connected') return null;
  return { connection: call_state, reason: call_reason ?? '' };
}

export function commentOf(row: CommentRow): Comment {
  return {
    _id: row.id,
    content: row.content,
    type: row.type,
    isInternal: row.is_internal,
    isImportant: row.is_important,
    author: { fullName: row.author },
    metadata: {
      previousStatus: row.previous_status,
      newStatus: row.new_status,
      reason: row.reason,
      ipAddress: row.ip_address,
    },
    createdAt: row.created_at.toISOString(),
  };
}
