import { paginationOf } from '@crm/contracts/answer.ts';
import { listApprovals, type PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';

type PendingRow = {
  id: string;
  order_id: string;
  full_name: string;
  phone: string;
  status: LeadStatus;
  operator: string | null;
  pending_request_id: string;
  pending_to: LeadStatus;
  pending_reason: string | null;
  pending_requested_at: Date;
  pending_by: string | null;
};

/** Lists pending status changes, the oldest request first. Index leads_pending contains only these rows. */
export const pendingApprovals = query({
  endpoint: listApprovals,
  policy: admins,
  reads: ['leads', 'users'],
  async run({ query: { page, limit }, caller }, db) {
    const { rows: counts } = await db.query<{ total: number }>(
      `select count(*)::int as total from leads where tenant = $1 and pending_request_id is not null`,
      [caller.tenant],
    );
    const { rows } = await db.query<PendingRow>(
      `select l.id, l.order_id, l.full_name, l.phone, l.status, coalesce(u.full_name, l.operator_name) as operator,
              l.pending_request_id, l.pending_to, l.pending_reason, l.pending_requested_at, l.pending_by
         from leads l left join users u on u.id = l.operator_id and u.tenant = l.tenant
        where l.tenant = $1 and l.pending_request_id is not null
        order by l.pending_requested_at, l.id
        limit $2 offset $3`,
      [caller.tenant, limit, (page - 1) * limit],
    );
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(approvalOf), pagination };
  },
});

function approvalOf(row: PendingRow): PendingApproval {
  return {
    _id: row.id,
    orderId: row.order_id,
    fullName: row.full_name,
    phone: row.phone,
    status: row.status,
    assignedOperator: row.operator === null ? null : { fullName: row.operator },
    pendingStatusChange: {
      requestId: row.pending_request_id,
      newStatus: row.pending_to,
      reason: row.pending_reason,
      requestedAt: row.pending_requested_at.toISOString(),
      requestedBy: row.pending_by ?? '',
    },
  };
}
