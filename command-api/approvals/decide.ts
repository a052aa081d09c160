import { approveStatus, bulkApprove, rejectStatus } from '@crm/contracts/approvals/approvals.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { leadBulk, leadCommand } from '../handle/on.ts';

/** Approve a pending status change (spec 4, 'Approval'): notes optional. */
export const approve = leadCommand({
  endpoint: approveStatus,
  policy: 'tenant-admin',
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
  policy: 'tenant-admin',
  plan: ({ params, body }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: { type: 'RejectLeadStatusChange', requestId: body.requestId ?? null, notes: body.adminNotes },
  }),
  answer: () => ({ message: 'Status change rejected', data: {} }),
});

/** Approve what is pending on up to 200 leads; one that has nothing pending, or not what was seen, fails alone. */
export const approveMany = leadBulk({
  endpoint: bulkApprove,
  ids: ({ body }) => body.leadIds.map((id) => LeadId.parse(id)),
  plan: async ({ body }) => {
    const notes = body.adminNotes ?? null;
    return (id) => ({
      stream: leadStream(id),
      command: { type: 'ApproveLeadStatusChange', requestId: body.requestIds?.[id] ?? null, notes },
    });
  },
  answer: (summary) => ({ message: `${summary.successful} status changes approved`, data: summary }),
});
