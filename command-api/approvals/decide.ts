import { approveStatus, bulkApprove, rejectStatus } from '@crm/contracts/approvals/approvals.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { leadBulk } from '../handle/bulk.ts';
import { leadCommand } from '../handle/on.ts';

/** Approve a pending status change: notes optional. */
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

/** Reject it: notes required. */
export const reject = leadCommand({
  endpoint: rejectStatus,
  policy: tenantAdmins,
  plan: ({ params, body }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: { type: 'RejectLeadStatusChange', requestId: body.requestId ?? null, notes: body.adminNotes },
  }),
  answer: () => ({ message: 'Status change rejected', data: {} }),
});

/** Approve what is pending on many leads; one that has nothing pending is skipped, one that is not what was seen fails. */
export const approveMany = leadBulk({
  endpoint: bulkApprove,
  leads: ({ body }) => body,
  wish: async ({ body: { requestIds = {}, adminNotes } }) => ({
    action: 'approve',
    requestIds,
    askedBefore: new Date().toISOString(),
    notes: adminNotes ?? null,
  }),
  data: (summary) => summary,
});
