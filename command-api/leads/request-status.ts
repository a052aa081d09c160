import { requestStatusChange } from '@crm/contracts/leads/write.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { newComment } from './comment.ts';

/** An operator requests another status for one of their leads. */
export const requestStatus = leadCommand({
  endpoint: requestStatusChange,
  policy: everyUser,
  plan: async ({ params, body, caller, commandId, now }, { lookups }) => {
    if (!body.status) return refused('bad-input');
    const settings = await lookups.tenantSettings(caller.tenant);
    return {
      stream: leadStream(LeadId.parse(params.id)),
      command: {
        type: 'RequestLeadStatusChange',
        requestId: derivedId(commandId.id, 'request'),
        to: body.status,
        from: body.from,
        reason: body.reason,
        comment: newComment(commandId, caller, { content: body.comment, type: 'status' }),
        by: { id: caller.id, name: caller.name },
        seesAllLeads: caller.seesAllLeads,
        requestedAt: now.toISOString(),
        automatic: settings?.autoLeadStatusApprove ?? false,
      },
    };
  },
  answer: ({ events }) => {
    const requested = events.some(({ type }) => type === 'LeadStatusChangeRequested');
    const autoApproved = events.some(({ type }) => type === 'LeadStatusChangeApproved');
    const requiresApproval = requested && !autoApproved;
    const message = requiresApproval
      ? 'Status change request submitted for approval'
      : `Status updated successfully${autoApproved ? ' (auto-approved)' : ''}`;
    return { message, data: { requiresApproval, autoApproved } };
  },
});
