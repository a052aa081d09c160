import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  id,
  nothing,
  optionalText,
  pageQuery,
  requiredText,
  searchText,
  wholeUpTo,
} from '../fields.ts';
import { BulkSummary, forMany } from '../leads/bulk.ts';
import { Lead, PendingStatusChange, RejectedStatusChange } from '../leads/lead.ts';

/** A lead with a pending status change request, with the facts that a decision needs. */
export const PendingApproval = Lead.pick({
  _id: true,
  orderId: true,
  fullName: true,
  phone: true,
  alternatePhone: true,
  city: true,
  productName: true,
  total: true,
  currency: true,
  status: true,
  lastCall: true,
}).extend({
  assignedOperator: z.object({ fullName: z.string() }).nullable(),
  pendingStatusChange: PendingStatusChange,
});
export type PendingApproval = z.infer<typeof PendingApproval>;

export const approvalSorts = ['requestedAt', 'orderId', 'total'] as const;

export const listApprovals = endpoint({
  method: 'GET',
  path: '/admin/pending-approvals',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    /** Leads that are assigned to this operator. */
    assignedOperator: id.optional(),
    requestedStatus: LeadStatus.optional(),
    offer: id.optional(),
    /** Requests that have waited for at least this number of hours. */
    waitingHours: wholeUpTo(8_760).optional(),
    sortBy: z.enum(approvalSorts).default('requestedAt'),
    /** By default the oldest request first. */
    sortOrder: z.enum(['asc', 'desc']).default('asc'),
  }),
  data: z.array(PendingApproval),
  paged: true,
});

/** A bulk decision names the requests that the admin saw; 5,000 with their leads are 600 kB of a body of 1 MB. */
export const MOST_REQUESTS_NAMED = 5_000;

/** With a request id, only that request is decided, not one that replaced it meanwhile. */
const requestId = id.optional();

export const approveStatus = endpoint({
  method: 'POST',
  path: '/admin/approve-status/:id',
  params: byId,
  body: z.strictObject({ adminNotes: optionalText(2000), requestId }),
  data: nothing,
});

export const rejectStatus = endpoint({
  method: 'POST',
  path: '/admin/reject-status/:id',
  params: byId,
  body: z.strictObject({ adminNotes: requiredText(1, 2000), requestId }),
  data: nothing,
});

/** The seen request id per lead id; a request that replaced it since is not decided. */
const requestIds = z
  .record(id, id)
  .refine((seen) => Object.keys(seen).length <= MOST_REQUESTS_NAMED, {
    error: `Of at most ${MOST_REQUESTS_NAMED} leads`,
  })
  .optional();

export const bulkApprove = endpoint({
  method: 'POST',
  path: '/admin/bulk-approve',
  body: forMany({ adminNotes: optionalText(2000), requestIds }),
  data: z.union([BulkSummary, BatchAnswer]),
  statuses: [200, 202],
});

export const bulkReject = endpoint({
  method: 'POST',
  path: '/admin/bulk-reject',
  body: forMany({ adminNotes: requiredText(1, 2000), requestIds }),
  data: z.union([BulkSummary, BatchAnswer]),
  statuses: [200, 202],
});

/** The maximum length of the list of rejected requests. */
export const MOST_REJECTIONS = 20;

/** The caller's own leads whose latest request was rejected, the latest rejection first; at most 20 of `total`. */
export const listRejectedRequests = endpoint({
  method: 'GET',
  path: '/operator/rejected-requests',
  data: z.object({
    total: z.int(),
    leads: z.array(
      Lead.pick({ _id: true, orderId: true, fullName: true }).extend({
        rejectedStatusChange: RejectedStatusChange,
      }),
    ),
  }),
});
