import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  dayOrInstant,
  filterText,
  flag,
  id,
  optional,
  optionalEmail,
  pageQuery,
  phone,
  searchText,
  statisticsLimit,
} from '../fields.ts';
import { LONGEST_ORDER_ID, MOST_ORDER_IDS } from '../limits.ts';
import { texts } from '../texts.ts';
import { leadColumnFilters } from './column-filters.ts';
import { leadSorts } from './constants.ts';
import { Comment, Lead, StatusStep, TimelineEntry } from './lead.ts';

/** A list in a query string: repeated parameters, or one text split at commas, spaces and new lines. */
const idList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,]+/) : value),
  z
    .array(z.string().max(LONGEST_ORDER_ID, { error: texts.atMost(LONGEST_ORDER_ID) }))
    .max(MOST_ORDER_IDS, { error: `At most ${MOST_ORDER_IDS} order ids` })
    .transform((ids) => ids.map((id) => id.trim()).filter((id) => id !== '')),
);

/** All filters of the leads list; they can be combined. */
export const LeadFilters = z.strictObject({
  search: searchText,
  orderIds: idList.optional(),
  status: LeadStatus.optional(),
  assignmentStatus: z.enum(['assigned', 'unassigned']).optional(),
  assignedOperator: id.optional(),
  offer: id.optional(),
  ...leadColumnFilters,
  hasAddress: flag.optional(),
  /** Whether the lead waits for a decision (docs/figures.md). */
  open: flag.optional(),
  /** Open leads that wait too long (docs/figures.md). */
  overdue: flag.optional(),
  /** Open leads that are marked urgent, and assigned ones that are overdue (docs/figures.md). */
  urgent: flag.optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  commentConnectionStatus: z.enum(['connected', 'not-connected', 'no-comments']).optional(),
  commentReason: searchText,
  /** Leads whose latest request to change the status is pending, or was rejected. */
  statusRequest: z.enum(['pending', 'rejected']).optional(),
});
export type LeadFilters = z.infer<typeof LeadFilters>;

/** The filters of a call that exports or freezes all leads that match. A blank filter is refused: all leads match it. */
export const SelectionFilters = LeadFilters.extend({
  search: filterText,
  orderIds: idList.refine((ids) => ids.length > 0, { error: 'Name at least one order id' }).optional(),
  commentReason: filterText,
});

/** The order of the list; equal leads stay in order of creation. */
export const leadOrder = {
  sortBy: z.enum(leadSorts).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
};

export const LeadListQuery = LeadFilters.extend({
  ...pageQuery,
  limit: statisticsLimit.default(100),
  includeComments: flag.default(true),
  ...leadOrder,
});

export const listLeads = endpoint({
  method: 'GET',
  path: '/leads',
  query: LeadListQuery,
  data: z.array(Lead),
  paged: true,
});

/** Which of these order ids belong to no lead that the caller may see. */
export const missingOrderIds = endpoint({
  method: 'GET',
  path: '/leads/missing-order-ids',
  query: z.strictObject({ orderIds: idList }),
  data: z.object({ orderIds: z.array(z.string()) }),
});

/** The operator's list: only leads assigned to the caller, regardless of permissions. */
export const listOwnLeads = endpoint({
  method: 'GET',
  path: '/operator/leads',
  query: LeadListQuery,
  data: z.array(Lead),
  paged: true,
});

export const getLead = endpoint({
  method: 'GET',
  path: '/leads/:id',
  params: byId,
  data: z.object({
    lead: Lead,
    comments: z.array(Comment),
    statusHistory: z.array(StatusStep),
    timeline: z.array(TimelineEntry),
  }),
});

export const listComments = endpoint({
  method: 'GET',
  path: '/leads/:id/comments',
  params: byId,
  data: z.array(Comment),
});

/** Leads that share a phone with this one and that the caller may see: newest first, at most 20. */
export const listOtherOrders = endpoint({
  method: 'GET',
  path: '/leads/:id/other-orders',
  params: byId,
  data: z.array(
    Lead.pick({
      _id: true,
      orderId: true,
      fullName: true,
      productName: true,
      total: true,
      currency: true,
      status: true,
      createdAt: true,
    }),
  ),
});

/**
 * Filters of a count. Clients without these calls fetch a list with `limit` and count it, so the limit is accepted; all
 * matching leads are counted.
 */
const CountedLeads = LeadFilters.extend({ limit: statisticsLimit.optional() });

/** Counts of the leads that match the filters and that the caller may see. */
export const leadStats = endpoint({
  method: 'GET',
  path: '/leads/stats',
  query: CountedLeads.extend({
    /** The start of the caller's day, for `today`; default: midnight UTC. */
    todayFrom: z.iso.datetime({ offset: true, error: 'Must be a date and time' }).optional(),
  }),
  data: z.object({
    total: z.int(),
    byStatus: z.record(LeadStatus, z.int()),
    assigned: z.int(),
    unassigned: z.int(),
    /** Leads with a pending status change request. */
    pending: z.int(),
    today: z.int(),
  }),
  ignoresBlankFilters: true,
});

/** The numbers of matching leads with and without an address. */
export const addressStats = endpoint({
  method: 'GET',
  path: '/leads/address-stats',
  query: CountedLeads,
  data: z.object({ total: z.int(), withAddress: z.int(), withoutAddress: z.int() }),
  ignoresBlankFilters: true,
});

/** Finds leads with the same phone (normalised) or email; the form warns with a link to the duplicate. */
export const checkDuplicate = endpoint({
  method: 'POST',
  path: '/leads/check-duplicate',
  body: z
    .strictObject({ phone: optional(phone), email: optionalEmail })
    .partial()
    .refine((body) => body.phone || body.email, { error: 'This field is required', path: ['phone'] }),
  data: z.object({
    isDuplicate: z.boolean(),
    leads: z.array(
      Lead.pick({ _id: true, orderId: true, fullName: true, phone: true, status: true, createdAt: true }),
    ),
  }),
  ignoresIdempotencyKey: true,
});
