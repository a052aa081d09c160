import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import { mark, ownReason } from './marks.ts';
import type { Reach } from './reach.ts';
import { searchTerms } from './search.ts';

/** What the filters of the leads list ask for, by the way in which it is found. */
export type Asked = {
  tenant: string;
  /** Marks that a lead must have, and must not have. */
  marks: string[];
  without: string[];
  /** Whole milliseconds, as instants are kept: from the first, before the second. */
  created: { from: number; before: number } | null;
  /** SELECTs of the numbers of leads, each with its values after the tenant's `$1`. */
  lists: { sql: string; values: unknown[] }[];
  /** All of the outer must occur in a lead's text, one of each inner. */
  search: string[][];
};

/** Every filter of the leads list, alone and together, and the leads that were named one by one. */
export function askedOf(
  filters: LeadFilters & { leadIds?: string[] | undefined },
  { tenant, operator }: Reach,
): Asked {
  const { status, assignmentStatus, assignedOperator, offer, hasAddress, startDate, endDate } = filters;
  const { commentConnectionStatus, commentReason, orderIds, leadIds, search = '' } = filters;
  const asked: Asked = {
    tenant,
    marks: [],
    without: [],
    created: null,
    lists: [],
    search: searchTerms(search),
  };
  const { marks, without, lists } = asked;

  if (operator !== null) marks.push(mark.operator(operator));
  if (assignedOperator) marks.push(mark.operator(assignedOperator));
  if (assignmentStatus) (assignmentStatus === 'assigned' ? without : marks).push(mark.unassigned);
  if (status) marks.push(mark.status(status));
  if (offer) marks.push(mark.offer(offer));
  if (hasAddress !== undefined) (hasAddress ? marks : without).push(mark.address);
  if (commentConnectionStatus) marks.push(mark.call(commentConnectionStatus));
  if (commentReason) {
    const own = ownReason(commentReason);
    if (own === null) marks.push(mark.reason(commentReason.toLowerCase()));
    else lists.push({ sql: ownReasonSql, values: [own] });
  }
  if (startDate || endDate)
    asked.created = {
      from: startDate ? Date.parse(startDate) : Number.NEGATIVE_INFINITY,
      before: endDate ? Date.parse(endDate) + (isDay(endDate) ? DAY_MS : 1) : Number.POSITIVE_INFINITY,
    };
  if (orderIds?.length) lists.push({ sql: orderIdsSql, values: [orderIds] });
  if (leadIds) lists.push({ sql: leadIdsSql, values: [leadIds] });
  return asked;
}

/** A day is the whole of it, in UTC. */
const isDay = (text: string) => text.length === 10;
const DAY_MS = 24 * 60 * 60 * 1000;

// Index leads_own_reason.
const ownReasonSql = 'select number from leads where tenant = $1 and own_reason = $2';
// Index leads_order.
const orderIdsSql = 'select number from leads where tenant = $1 and order_id = any($2::text[])';
// The primary key.
const leadIdsSql = 'select number from leads where tenant = $1 and id = any($2::uuid[])';
