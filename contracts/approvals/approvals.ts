import { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { byId, id, nothing, optionalText, pageQuery, requiredText } from '../fields.ts';
import { BulkSummary, forMany, MOST_AT_ONCE } from '../leads/bulk.ts';
import { PendingStatusChange } from '../leads/lead.ts';

/** A lead with a pending status change request. */
export const PendingApproval = z.object({
  _id: z.string(),
  orderId: z.string(),
  fullName: z.string(),
  phone: z.string(),
  status: LeadStatus,
  assignedOperator: z.object({ fullName: z.string() }).nullable(),
  pendingStatusChange: PendingStatusChange,
});
export type PendingApproval = z.infer<typeof PendingApproval>;

export const listApprovals = endpoint({
  method: 'GET',
  path: '/admin/pending-approvals',
  query: z.strictObject(pageQuery),
  data: z.array(PendingApproval),
  paged: true,
});

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

export const bulkApprove = endpoint({
  method: 'POST',
  path: '/admin/bulk-approve',
  body: forMany({
    adminNotes: optionalText(2000),
    /** The seen request id per lead id; a request that replaced it since is not approved. */
    requestIds: z
      .record(id, id)
      .refine((seen) => Object.keys(seen).length <= MOST_AT_ONCE, {
        error: `Of at most ${MOST_AT_ONCE} leads`,
      })
      .optional(),
  }),
  data: z.union([BulkSummary, BatchAnswer]),
});
