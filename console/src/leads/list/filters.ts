import { leadSorts } from '@crm/contracts/leads/constants.ts';
import { LONGEST_FILTER, LONGEST_ORDER_ID, MOST_ORDER_IDS } from '@crm/contracts/limits.ts';
import { connections } from '@crm/events/leads/connection.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { datePresets, instantsOf } from '../../format/period.ts';
import { periodOf } from '../../ui/DateRangePicker.tsx';
import { initialState } from '../../url/codec.ts';
import { day, idOr, oneOf, paging, type StateOf, search, text, timeZone, viewed } from '../../url/fields.ts';
import type { LeadListInput } from '../queries.ts';
import { columnFilters, columnQueryOf } from './columnFilters.ts';
import { parseOrderIds } from './orderIds.ts';

const presetNames = datePresets.map(({ value }) => value);

/** The filters of the list: the source of its chips, of Clear and of the query. */
export const leadFilters = {
  search,
  /** Parsed from the box, separated by commas. */
  orderIds: text(MOST_ORDER_IDS * (LONGEST_ORDER_ID + 1)),
  status: oneOf(['all', ...leadStatuses], 'all'),
  date: oneOf(['all', 'custom', ...presetNames], 'all'),
  from: day,
  to: day,
  /** The time zone of a custom period that a report linked to; '' for that of the device. */
  zone: timeZone,
  /** Or an operator's id. */
  assigned: idOr('all', 'assigned', 'unassigned'),
  /** An offer's id. */
  product: idOr('all'),
  progress: oneOf(['all', 'open', 'completed', 'overdue', 'urgent'], 'all'),
  comments: oneOf(['all', 'connected', 'not-connected', 'no-comments'], 'all'),
  reason: text(LONGEST_FILTER),
  address: oneOf(['all', 'with-address', 'without-address'], 'all'),
  /** The latest request to change the status is pending, or was rejected. */
  request: oneOf(['all', 'pending', 'rejected'], 'all'),
  ...columnFilters,
};
export type LeadFilters = StateOf<typeof leadFilters>;

/** The complete state in the page's URL. */
export const leadListState = {
  ...leadFilters,
  ...paging,
  sortBy: oneOf(leadSorts, 'createdAt'),
  sortOrder: oneOf(['asc', 'desc'], 'desc'),
  ...viewed,
};
export type LeadListState = StateOf<typeof leadListState>;

export const noFilters: LeadFilters = initialState(leadFilters);

/** The reasons available for a comment filter. */
export function reasonsOf(comments: LeadFilters['comments']): readonly string[] {
  return connections.find(({ value }) => value === comments)?.reasons ?? [];
}

/** Whether the filter is a state, and not an operator's id. */
export const isAssignment = (assigned: string): assigned is 'assigned' | 'unassigned' =>
  assigned === 'assigned' || assigned === 'unassigned';

/** The query to send to the server; days are in the user's time zone, or in that of a linked period. */
export function queryOf(state: LeadListState): LeadListInput {
  const { assigned } = state;
  return {
    page: state.page,
    limit: state.limit,
    includeComments: true,
    sortBy: state.sortBy,
    sortOrder: state.sortOrder,
    search: state.search || undefined,
    // One text, not a list: an address holds 500 ids (platform/http/head-limit.ts).
    orderIds: parseOrderIds(state.orderIds).join(',') || undefined,
    status: state.status === 'all' ? undefined : state.status,
    // The browser takes 0.5 ms to name the time zone, and the page asks for the query several times.
    ...(state.date !== 'all' &&
      instantsOf({ ...periodOf({ preset: state.date, from: state.from, to: state.to }), ...zoneOf(state) })),
    assignmentStatus: isAssignment(assigned) ? assigned : undefined,
    assignedOperator: assigned === 'all' || isAssignment(assigned) ? undefined : assigned,
    offer: state.product === 'all' ? undefined : state.product,
    ...progressOf(state.progress),
    commentConnectionStatus: state.comments === 'all' ? undefined : state.comments,
    commentReason: reasonsOf(state.comments).length > 0 && state.reason ? state.reason : undefined,
    statusRequest: state.request === 'all' ? undefined : state.request,
    hasAddress: state.address === 'all' ? undefined : state.address === 'with-address',
    ...columnQueryOf(state),
  };
}

const zoneOf = ({ date, zone }: LeadListState) => (date === 'custom' && zone !== '' ? { zone } : {});

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
