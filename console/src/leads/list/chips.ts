import { formatDay } from '../../format/date.ts';
import { datePresets } from '../../format/period.ts';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { leadListTexts } from '../texts/list.ts';
import { columnFilterNames } from './columnFilters.ts';
import { isAssignment, type LeadFilters } from './filters.ts';
import { parseOrderIds } from './orderIds.ts';

const { chips: chipTexts, filters: filterTexts } = leadListTexts;

/** The header's badge: the comment filter and its reason; null without a comment filter. */
export function commentBadge({ comments, reason }: LeadFilters): string | null {
  if (comments === 'all') return null;
  const label = filterTexts.comments.values[comments];
  return reason && comments !== 'no-comments' ? `${label} - ${reason}` : label;
}

export type FilterChip = { id: string; text: string; without: Partial<LeadFilters> };

/** The chips of the active filters; `without` holds the values that remove one. */
export function chipsOf(filters: LeadFilters, nameOf: (id: string) => string): FilterChip[] {
  const { search, orderIds, status, assigned, product, progress, address, request } = filters;
  const comments = commentBadge(filters);
  const ids = parseOrderIds(orderIds).length;
  const dates = dateText(filters);
  const chips: (FilterChip | false)[] = [
    search !== '' && { id: 'search', text: chipTexts.search(search), without: { search: '' } },
    ids > 0 && { id: 'orderIds', text: chipTexts.orderIds(ids), without: { orderIds: '' } },
    status !== 'all' && {
      id: 'status',
      text: chipTexts.status(capitalised(status)),
      without: { status: 'all' },
    },
    dates !== null && {
      id: 'date',
      text: chipTexts.date(dates),
      without: { date: 'all', from: '', to: '', zone: '' },
    },
    assigned !== 'all' && {
      id: 'assigned',
      text: isAssignment(assigned)
        ? filterTexts.assignment.values[assigned]
        : chipTexts.assignedTo(nameOf(assigned)),
      without: { assigned: 'all' },
    },
    product !== 'all' && {
      id: 'product',
      text: chipTexts.product(nameOf(product)),
      without: { product: 'all' },
    },
    progress !== 'all' && {
      id: 'progress',
      text: filterTexts.progress.values[progress],
      without: { progress: 'all' },
    },
    comments !== null && { id: 'comments', text: comments, without: { comments: 'all', reason: '' } },
    address !== 'all' && {
      id: 'address',
      text: filterTexts.address.values[address],
      without: { address: 'all' },
    },
    request !== 'all' && {
      id: 'request',
      text: filterTexts.request.values[request],
      without: { request: 'all' },
    },
    ...columnFilterNames.map((name) =>
      filters[name] === ''
        ? false
        : { id: name, text: chipTexts.column[name](filters[name]), without: { [name]: '' } },
    ),
  ];
  return chips.filter((chip) => chip !== false);
}

/** Null without a date filter, and for a custom range without days. */
function dateText({ date, from, to, zone }: LeadFilters): string | null {
  if (date === 'all' || (date === 'custom' && !from && !to)) return null;
  if (date !== 'custom') return datePresets.find(({ value }) => value === date)?.label ?? date;
  const text = (day: string) => (day ? formatDay(day) : '…');
  const dates = chipTexts.dates(text(from), text(to));
  return zone === '' ? dates : chipTexts.datesIn(dates, zone);
}
