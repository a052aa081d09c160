import { approveStatus, bulkApprove, bulkReject, rejectStatus } from '@crm/contracts/approvals/approvals.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { leadBulk } from '../handle/bulk.ts';

/** Approves a pending status change; notes are optional. */
export const approve = leadCommand({
  endpoint: approveStatus,
  policy: tenantAdmins,
  plan: ({ params, body }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: {
      type: 'ApproveLeadStatusChange',
      requestId: body.requestId ?? null,
      notes: body.adminNotes ?? null,
    },
  }),
  answer: () => ({ message: 'Status change approved', data: {} }),
});

/** Rejects a pending status change; notes are required. */
export const reject = leadCommand({
  endpoint: rejectStatus,
  policy: tenantAdmins,
  plan: ({ params, body }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: { type: 'RejectLeadStatusChange', requestId: body.requestId ?? null, notes: body.adminNotes },
  }),
  answer: () => ({ message: 'Status change rejected', data: {} }),
});

/**
 * Approves the pending changes of many leads. A lead without a pending change is skipped; a lead whose request differs
 * from the one that the admin saw fails.
 */
export const approveMany = leadBulk({
  endpoint: bulkApprove,
  leads: ({ body }) => body,
  action: async ({ body: { requestIds = {}, adminNotes } }) => ({
    action: 'approve',
    requestIds,
    askedBefore: new Date().toISOString(),
    notes: adminNotes ?? null,
  }),
  data: (summary) => summary,
});

/** Rejects the pending changes of many leads, with one text for all; otherwise as `approveMany`. */
export const rejectMany = leadBulk({
  endpoint: bulkReject,
  leads: ({ body }) => body,
  action: async ({ body: { requestIds = {}, adminNotes } }) => ({
    action: 'reject',
    requestIds,
    askedBefore: new Date().toISOString(),
    notes: adminNotes,
  }),
  data: (summary) => summary,
});
