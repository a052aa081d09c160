import { paginationOf } from '@crm/contracts/answer.ts';
import {
  type approvalSorts,
  listApprovals,
  type PendingApproval,
} from '@crm/contracts/approvals/approvals.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { bytesOf } from '../bits.ts';
import { HOUR_MS } from '../durations.ts';
import { filterValue } from '../leads/filter-values.ts';
import { conditionsOf } from '../leads/find/filters.ts';
import { find } from '../leads/find/find.ts';
import { lastCallOf, pendingOf } from '../leads/lead.ts';
import type { LeadRow } from '../leads/row.ts';
import { query } from '../query.ts';

type PendingRow = LeadRow & { operator: string | null };

const columns: Record<(typeof approvalSorts)[number], string> = {
  requestedAt: 'l.pending_requested_at',
  orderId: 'l.order_id',
  total: 'l.total',
};

/**
 * Lists pending status changes. The bitmap index evaluates the filters and counts, as in the leads list; the index
 * leads_pending, with as many entries as pending requests, finds the rows, and the age of a request. With 6,000 of
 * 300,000 leads pending, 100 rows take 0.3 ms in the order of the requests, 41 ms in that of the total.
 */
export const pendingApprovals = query({
  endpoint: listApprovals,
  policy: admins,
  reads: ['leads', 'users'],
  async run({ query, caller: { tenant } }, db) {
    const { page, limit, sortBy, sortOrder, requestedStatus, waitingHours, ...filters } = query;
    const conditions = conditionsOf({ ...filters, statusRequest: 'pending' }, { tenant, operator: null });
    if (requestedStatus) conditions.has.push(filterValue.requested(requestedStatus));
    if (waitingHours) conditions.numberQueries.push({ sql: waitingSql, values: [hoursAgo(waitingHours)] });
    const { bits, total } = await find(conditions, db);
    const { rows } = await db.query<PendingRow>(
      `select l.*, coalesce(u.full_name, l.operator_name) as operator
         from leads l left join users u on u.id = l.operator_id and u.tenant = l.tenant
        where l.tenant = $1 and l.pending_request_id is not null and get_bit($2::bytea, l.number) = 1
        order by ${columns[sortBy]} ${sortOrder}, l.id
        limit $3 offset $4`,
      [tenant, bytesOf(bits), limit, (page - 1) * limit],
    );
    return { kind: 'answer', data: rows.flatMap(approvalOf), pagination: paginationOf(page, limit, total) };
  },
});

const waitingSql = `select number from leads
  where tenant = $1 and pending_request_id is not null and pending_requested_at <= $2`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

function approvalOf(row: PendingRow): PendingApproval[] {
  const pendingStatusChange = pendingOf(row);
  if (pendingStatusChange === null) return [];
  return [
    {
      _id: row.id,
      orderId: row.order_id,
      fullName: row.full_name,
      phone: row.phone,
      alternatePhone: row.alternate_phone,
      city: row.city,
      productName: row.product_name,
      total: fromMinor(row.total),
      currency: row.currency,
      status: row.status,
      lastCall: lastCallOf(row),
      assignedOperator: row.operator === null ? null : { fullName: row.operator },
      pendingStatusChange,
    },
  ];
}
