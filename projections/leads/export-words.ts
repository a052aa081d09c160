import { isDay } from '@crm/contracts/fields.ts';
import type { LeadExportQuery } from '@crm/contracts/leads/export.ts';
import { inFileName } from '@crm/events/language/file-name.ts';
import { dayAt } from '../days.ts';

/** Names for the ids in the filters; null for an unknown id. */
export type Names = { organisation: string; operator: string | null; offer: string | null };

/** The parts of an export's query that select leads; a new filter without words is a type error. */
type NamedFilter = Exclude<
  keyof LeadExportQuery,
  'selectionId' | 'sortBy' | 'sortOrder' | 'format' | 'timeZone'
>;

/** The filters in words: 'hold, unassigned, from 2026-11-01'. */
export function filterWords(query: LeadExportQuery, { operator, offer }: Names): string[] {
  if (query.selectionId) return ['selection'];
  const { timeZone } = query;
  const words: Record<NamedFilter, string | undefined> = {
    selectedLeadIds: query.selectedLeadIds && 'selection',
    status: query.status,
    statusRequest: query.statusRequest && `${query.statusRequest} requests`,
    open: flagWords(query.open, 'open', 'completed'),
    overdue: flagWords(query.overdue, 'overdue', 'not overdue'),
    urgent: flagWords(query.urgent, 'urgent', 'not urgent'),
    assignmentStatus: query.assignmentStatus,
    assignedOperator: query.assignedOperator && (operator ?? 'assigned'),
    offer: query.offer && (offer ?? 'one product'),
    commentConnectionStatus: query.commentConnectionStatus && callWords[query.commentConnectionStatus],
    commentReason: query.commentReason,
    webmaster: query.webmaster && `webmaster ${query.webmaster}`,
    sub1: query.sub1,
    sub2: query.sub2,
    sub3: query.sub3,
    sub4: query.sub4,
    sub5: query.sub5,
    country: query.country,
    paymentMode: query.paymentMode,
    currency: query.currency,
    hasAddress: flagWords(query.hasAddress, 'with address', 'without address'),
    startDate: query.startDate && `from ${dayOf(query.startDate, timeZone)}`,
    endDate: query.endDate && `to ${dayOf(query.endDate, timeZone)}`,
    orderIds: query.orderIds?.length ? `${query.orderIds.length} order ids` : undefined,
    search: query.search && `'${query.search}'`,
  };
  return Object.values(words).flatMap((word) => word || []);
}

function flagWords(flag: boolean | undefined, yes: string, no: string): string | undefined {
  if (flag === undefined) return undefined;
  return flag ? yes : no;
}

const callWords = {
  connected: 'connected calls',
  'not-connected': 'not connected calls',
  'no-comments': 'no comments',
} as const;

/** For example 'Demo Sales leads 2026-11-21 hold, unassigned.xlsx'; safe for any names. */
export function fileName(query: LeadExportQuery, names: Names, now: Date): string {
  const { timeZone, format } = query;
  const words = inFileName(filterWords(query, names).join(', '));
  const day = dayOf(now.toISOString(), timeZone);
  const name = [inFileName(names.organisation), 'leads', day, words].filter((part) => part !== '').join(' ');
  return `${name}.${format === 'csv' ? 'csv' : 'xlsx'}`;
}

/** The day of an instant in the viewer's time zone; a day is returned unchanged. */
function dayOf(text: string, timeZone: string): string {
  return isDay(text) ? text : dayAt(new Date(text), timeZone);
}
