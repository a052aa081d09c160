import type { Comment, Lead } from '@crm/contracts/leads/lead.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import type { LeadRow } from './row.ts';
import type { CommentRow } from './table.ts';

/** A lead's row with the names of its operator and offer; null if they were deleted. */
export type NamedLeadRow = LeadRow & {
  operator_full_name: string | null;
  operator_username: string | null;
  operator_email: string | null;
  offer_name: string | null;
};

/** The columns of a NamedLeadRow from `leads l`. The joins use the primary keys of users and offers. */
export const namedLead = `l.*, u.full_name as operator_full_name, u.username as operator_username,
  u.email as operator_email, o.name as offer_name`;
export const namesOfLead = `left join users u on u.id = l.operator_id and u.tenant = l.tenant
  left join offers o on o.id = l.offer_id and o.tenant = l.tenant`;

/** Converts a row to the contract's lead; comments are newest first. */
export function leadOf(row: NamedLeadRow, comments: readonly Comment[]): Lead {
  const { city, state, country } = row;
  const location = [city || state, country].filter(Boolean).join(', ') || null;
  return {
    _id: row.id,
    orderId: row.order_id,
    status: row.status,
    statusReason: row.status_reason,
    fullName: row.full_name,
    phone: row.phone,
    alternatePhone: row.alternate_phone,
    email: row.email,
    age: row.age,
    address: row.address,
    address2: row.address2,
    landmark: row.landmark,
    area: row.area,
    postOffice: row.post_office,
    district: row.district,
    nearBy: row.near_by,
    city,
    state,
    postIndex: row.post_index,
    country,
    location,
    hasAddress: row.has_address,
    customerInfo: { name: row.full_name, address: row.address },
    offer: row.offer_id === null ? null : { _id: row.offer_id, name: row.offer_name ?? row.product_name },
    productName: row.product_name,
    productToBeShipped: row.product_to_be_shipped,
    quantity: row.quantity,
    price: fromMinor(row.price),
    total: fromMinor(row.total),
    advanceAmount: row.advance === null ? null : fromMinor(row.advance),
    currency: row.currency,
    paymentMode: row.payment_mode,
    orderSource: row.order_source,
    webmaster: row.webmaster,
    sub1: row.sub1,
    sub2: row.sub2,
    sub3: row.sub3,
    sub4: row.sub4,
    sub5: row.sub5,
    extra: row.extra,
    remarks: row.remarks,
    isUrgent: row.is_urgent,
    requiresCallback: row.requires_callback,
    assignedOperator: operatorOf(row),
    pendingStatusChange: pendingOf(row),
    comments: [...comments],
    commentCount: row.comment_count,
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

function pendingOf(row: NamedLeadRow): Lead['pendingStatusChange'] {
  const { pending_request_id, pending_to, pending_requested_at } = row;
  if (pending_request_id === null || pending_to === null || pending_requested_at === null) return null;
  return {
    requestId: pending_request_id,
    newStatus: pending_to,
    reason: row.pending_reason,
    requestedAt: pending_requested_at.toISOString(),
    requestedBy: row.pending_by ?? '',
  };
}

export function commentOf(row: CommentRow): Comment {
  return {
    _id: row.id,
    content: row.content,
    type: row.type,
    isInternal: row.is_internal,
    isImportant: row.is_important,
    author: { fullName: row.author },
    createdAt: row.created_at.toISOString(),
  };
}
