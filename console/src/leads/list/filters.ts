import { leadSorts } from '@crm/contracts/leads/read.ts';
import { connections } from '@crm/events/leads/connection.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { z } from 'zod';
import { formatDay } from '../../format/date.ts';
import { type DatePreset, datePresets, instantsOf } from '../../format/period.ts';
import { periodOf } from '../../ui/DateRangePicker.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { paging } from '../../url/codec.ts';
import type { LeadListInput } from '../queries.ts';
import { parseOrderIds } from './orderIds.ts';

const presetNames = datePresets.map(({ value }) => value);
const day = z.union([z.iso.date(), z.literal('')]).default('');

/** The filters of the list: the source of its chips, of Clear and of the query. */
export const leadFilters = z.object({
  search: z.string().trim().max(200).default(''),
  /** Parsed from the box, separated by commas. */
  orderIds: z.string().default(''),
  status: z.enum(['all', ...leadStatuses]).default('all'),
  date: z.enum<['all', 'custom', ...DatePreset[]]>(['all', 'custom', ...presetNames]).default('all'),
  from: day,
  to: day,
  /** Or an operator's id. */
  assigned: z.union([z.enum(['all', 'assigned', 'unassigned']), z.guid()]).default('all'),
  /** An offer's id. */
  product: z.union([z.literal('all'), z.guid()]).default('all'),
  progress: z.enum(['all', 'open', 'completed', 'overdue', 'urgent']).default('all'),
  comments: z.enum(['all', 'connected', 'not-connected', 'no-comments']).default('all'),
  reason: z.string().max(200).default(''),
  address: z.enum(['all', 'with-address', 'without-address']).default('all'),
  /** The latest request to change the status is pending, or was rejected. */
  request: z.enum(['all', 'pending', 'rejected']).default('all'),
});
export type LeadFilters = z.infer<typeof leadFilters>;

/** The complete state in the page's URL. */
export const leadListState = leadFilters.extend({
  ...paging,
  sortBy: z.enum(leadSorts).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  /** The id of the saved view that the state is compared with. The other fields alone define the list. */
  view: z.union([z.guid(), z.literal('')]).default(''),
});
export type LeadListState = z.infer<typeof leadListState>;

export const noFilters: LeadFilters = leadFilters.parse({});

export const commentFilterLabels = {
  connected: 'Connected Calls',
  'not-connected': 'Not Connected Calls',
  'no-comments': 'No Comments',
} as const;

export const addressFilterLabels = {
  'with-address': 'With address',
  'without-address': 'Without address',
} as const;

export const requestFilterLabels = {
  pending: 'Pending requests',
  rejected: 'Rejected requests',
} as const;

/** Defined in docs/figures.md. */
export const progressFilterLabels = {
  open: 'Open',
  completed: 'Completed',
  overdue: 'Overdue',
  urgent: 'Urgent',
} as const;

/** The reasons available for a comment filter. */
export function reasonsOf(comments: LeadFilters['comments']): readonly string[] {
  return connections.find(({ value }) => value === comments)?.reasons ?? [];
}

/** The header's badge: the comment filter and its reason; null without a comment filter. */
export function commentBadge({ comments, reason }: LeadFilters): string | null {
  if (comments === 'all') return null;
  const label = commentFilterLabels[comments];
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
    search !== '' && { id: 'search', text: `Search: ${search}`, without: { search: '' } },
    ids > 0 && { id: 'orderIds', text: `Order IDs: ${ids}`, without: { orderIds: '' } },
    status !== 'all' && { id: 'status', text: `Status: ${capitalised(status)}`, without: { status: 'all' } },
    dates !== null && {
      id: 'date',
      text: `Date: ${dates}`,
      without: { date: 'all', from: '', to: '' },
    },
    assigned !== 'all' && {
      id: 'assigned',
      text: isName(assigned) ? capitalised(assigned) : `Assigned to: ${nameOf(assigned)}`,
      without: { assigned: 'all' },
    },
    product !== 'all' && {
      id: 'product',
      text: `Product: ${nameOf(product)}`,
      without: { product: 'all' },
    },
    progress !== 'all' && {
      id: 'progress',
      text: progressFilterLabels[progress],
      without: { progress: 'all' },
    },
    comments !== null && { id: 'comments', text: comments, without: { comments: 'all', reason: '' } },
    address !== 'all' && {
      id: 'address',
      text: addressFilterLabels[address],
      without: { address: 'all' },
    },
    request !== 'all' && { id: 'request', text: requestFilterLabels[request], without: { request: 'all' } },
  ];
  return chips.filter((chip) => chip !== false);
}

const isName = (assigned: string) => assigned === 'assigned' || assigned === 'unassigned';

/** Null without a date filter, and for a custom range without days. */
function dateText({ date, from, to }: LeadFilters): string | null {
  if (date === 'all' || (date === 'custom' && !from && !to)) return null;
  if (date !== 'custom') return datePresets.find(({ value }) => value === date)?.label ?? date;
  const text = (day: string) => (day ? formatDay(day) : '…');
  return `${text(from)} to ${text(to)}`;
}

/** The query to send to the server; days are in the user's time zone. */
export function queryOf(state: LeadListState): LeadListInput {
  const { assigned } = state;
  return {
    page: state.page,
    limit: state.limit,
    includeComments: true,
    sortBy: state.sortBy,
    sortOrder: state.sortOrder,
    search: state.search || undefined,
    // One text, not a list: a URL must hold hundreds of ids.
    orderIds: parseOrderIds(state.orderIds).join(',') || undefined,
    status: state.status === 'all' ? undefined : state.status,
    ...instantsOf(periodOf({ preset: state.date, from: state.from, to: state.to })),
    assignmentStatus: assigned === 'assigned' || assigned === 'unassigned' ? assigned : undefined,
    assignedOperator: assigned === 'all' || isName(assigned) ? undefined : assigned,
    offer: state.product === 'all' ? undefined : state.product,
    ...progressOf(state.progress),
    commentConnectionStatus: state.comments === 'all' ? undefined : state.comments,
    commentReason: reasonsOf(state.comments).length > 0 && state.reason ? state.reason : undefined,
    statusRequest: state.request === 'all' ? undefined : state.request,
    hasAddress: state.address === 'all' ? undefined : state.address === 'with-address',
  };
}

function progressOf(progress: LeadFilters['progress']): Pick<LeadListInput, 'open' | 'overdue' | 'urgent'> {
  switch (progress) {
    case 'all':
      return {};
    case 'open':
    case 'completed':
      return { open: progress === 'open' };
    case 'overdue':
    case 'urgent':
      return { [progress]: true };
    default:
      return progress satisfies never;
  }
}

/** The filters of a query, without paging, sorting and includeComments. */
export function filtersOf(
  input: LeadListInput,
): Omit<LeadListInput, 'page' | 'limit' | 'sortBy' | 'sortOrder' | 'includeComments'> {
  const { page, limit, sortBy, sortOrder, includeComments, ...filters } = input;
  return filters;
}
