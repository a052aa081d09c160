import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import { containing } from '../like.ts';
import type { Reach } from './reach.ts';
import type { LeadRow } from './row.ts';
import { searchTerms } from './search.ts';

/** The conditions of a WHERE clause on `leads l`, with the values of its parameters in their order. */
export type Where = {
  sql: string;
  values: unknown[];
  /** The columns that it looks at. */
  columns: ReadonlySet<keyof LeadRow | 'search'>;
};

/**
 * Every filter of the leads list, alone and together. The tenant stands here beside row-level security: the wall is
 * a condition that no index can serve, this one is the first column of each. With several filters the planner takes
 * the index of the narrowest and looks through what it finds.
 */
export function whereOf(filters: LeadFilters, { tenant, operator }: Reach): Where {
  const values: unknown[] = [];
  const value = (of: unknown) => `$${values.push(of)}`;
  const all: string[] = [];
  const columns = new Set<keyof LeadRow | 'search'>();
  const and = (column: keyof LeadRow | 'search', condition: string) => {
    all.push(condition);
    columns.add(column);
  };
  and('tenant', `l.tenant = ${value(tenant)}`);
  const { status, offer, hasAddress, startDate, endDate } = filters;

  // Index leads_operator.
  if (operator !== null) and('operator_id', `l.operator_id = ${value(operator)}`);
  if (filters.assignedOperator) and('operator_id', `l.operator_id = ${value(filters.assignedOperator)}`);
  if (filters.assignmentStatus)
    and('operator_id', `l.operator_id is ${filters.assignmentStatus === 'assigned' ? 'not null' : 'null'}`);
  // Index leads_status.
  if (status) and('status', `l.status = ${value(status)}`);
  // Index leads_offer.
  if (offer) and('offer_id', `l.offer_id = ${value(offer)}`);
  // Index leads_created, for these three.
  if (hasAddress !== undefined) and('has_address', `l.has_address = ${value(hasAddress)}`);
  if (startDate) and('created_at', `l.created_at >= ${value(startOf(startDate))}`);
  if (endDate) and('created_at', `l.created_at ${isDay(endDate) ? '<' : '<='} ${value(endOf(endDate))}`);
  // Index leads_call.
  if (filters.commentConnectionStatus)
    and('call_state', `l.call_state = ${value(filters.commentConnectionStatus)}`);
  if (filters.commentReason)
    and('call_reason', `lower(l.call_reason) = lower(${value(filters.commentReason)})`);
  // Index leads_order.
  if (filters.orderIds?.length) and('order_id', `l.order_id = any(${value(filters.orderIds)}::text[])`);
  // Index lead_search_text.
  const terms = searchTerms(filters.search ?? '');
  if (terms.length > 0) {
    const found = terms.map(
      (either) => `(${either.map((term) => `s.search like ${value(containing(term))}`).join(' or ')})`,
    );
    and('search', `l.id in (select s.id from lead_search s where s.tenant = $1 and ${found.join(' and ')})`);
  }
  return { sql: all.join(' and '), values, columns };
}

/** A day is the whole of it, in UTC. */
const isDay = (text: string) => text.length === 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const startOf = (text: string) => new Date(text);
const endOf = (text: string) => (isDay(text) ? new Date(Date.parse(text) + DAY_MS) : new Date(text));
