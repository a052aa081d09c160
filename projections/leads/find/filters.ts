import type { LeadColumnFilter } from '@crm/contracts/leads/column-filters.ts';
import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import { rangeEnd, rangeStart } from '../../days.ts';
import { searchTerms } from '../../search/terms.ts';
import type { LeadColumn } from '../column-blocks.ts';
import { filterValue, ownReason } from '../filter-values.ts';
import type { VisibleLeads } from '../visible-leads.ts';
import { type ColumnCondition, columnOfFilter } from './column-filter.ts';
import type { Waiting } from './waiting.ts';

/** The conditions of a leads list, grouped by their evaluation. */
export type Conditions = {
  tenant: string;
  /** Filter values that a lead must have or must not have: evaluated with the bitmap index. */
  has: string[];
  hasNot: string[];
  /** Milliseconds since 1970: `from` is inclusive, `before` exclusive. */
  created: { from: number; before: number } | null;
  /** Open leads that waited too long: evaluated with the hours of the bitmap index (waiting.ts). */
  waiting: Waiting[];
  /** Values of columns without a bitmap: evaluated with the columns of reports (column-filter.ts). */
  columns: ColumnCondition[];
  /** SELECTs of lead numbers. `$1` is the tenant; `values` start at `$2`. */
  numberQueries: { sql: string; values: unknown[] }[];
  /** The lead's text must contain at least one term of each group. */
  search: string[][];
};

/** Converts the filters of the leads list, or a list of lead ids, to conditions. */
export function conditionsOf(
  filters: LeadFilters & { leadIds?: string[] | undefined },
  { tenant, operator }: VisibleLeads,
): Conditions {
  const { status, assignmentStatus, assignedOperator, offer, hasAddress, startDate, endDate } = filters;
  const { commentConnectionStatus, commentReason, statusRequest, orderIds, leadIds, search = '' } = filters;
  const { open, overdue, urgent } = filters;
  const conditions: Conditions = {
    tenant,
    has: [],
    hasNot: [],
    created: null,
    waiting: [],
    columns: [],
    numberQueries: [],
    search: searchTerms(search),
  };
  const { has, hasNot, numberQueries } = conditions;

  if (operator !== null) has.push(filterValue.operator(operator));
  if (assignedOperator) has.push(filterValue.operator(assignedOperator));
  if (assignmentStatus) (assignmentStatus === 'assigned' ? hasNot : has).push(filterValue.unassigned);
  if (status) has.push(filterValue.status(status));
  if (offer) has.push(filterValue.offer(offer));
  if (hasAddress !== undefined) (hasAddress ? has : hasNot).push(filterValue.address);
  if (statusRequest) has.push(filterValue[statusRequest]);
  if (open !== undefined) (open ? has : hasNot).push(filterValue.open);
  if (overdue !== undefined) conditions.waiting.push({ kind: 'overdue', is: overdue });
  if (urgent !== undefined) conditions.waiting.push({ kind: 'urgent', is: urgent });
  if (commentConnectionStatus) has.push(filterValue.call(commentConnectionStatus));
  if (commentReason) {
    const own = ownReason(commentReason);
    if (own === null) has.push(filterValue.reason(commentReason.toLowerCase()));
    else numberQueries.push({ sql: ownReasonSql, values: [own] });
  }
  if (startDate || endDate)
    conditions.created = {
      from: startDate ? rangeStart(startDate).getTime() : Number.NEGATIVE_INFINITY,
      before: endDate ? rangeEnd(endDate).getTime() : Number.POSITIVE_INFINITY,
    };
  for (const [name, column] of filteredColumns) {
    const value = filters[name];
    if (value !== undefined) conditions.columns.push({ column, value });
  }
  if (orderIds?.length) numberQueries.push({ sql: orderIdsSql, values: [orderIds] });
  if (leadIds) numberQueries.push({ sql: leadIdsSql, values: [leadIds] });
  return conditions;
}

// The keys and values of the record of columns.
const filteredColumns = Object.entries(columnOfFilter) as [LeadColumnFilter, LeadColumn][];

// Index leads_own_reason.
const ownReasonSql = 'select number from leads where tenant = $1 and own_reason = $2';
// Index leads_order.
const orderIdsSql = 'select number from leads where tenant = $1 and order_id = any($2::text[])';
// The primary key.
const leadIdsSql = 'select number from leads where tenant = $1 and id = any($2::uuid[])';
