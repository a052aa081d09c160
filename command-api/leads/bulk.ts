import { bulkAssign, bulkUpdateStatus } from '@crm/contracts/leads/write.ts';
import { derivedId, LeadId } from '@crm/events/ids.ts';
import { needsReason } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { refused } from '@crm/platform/http/result.ts';
import { leadBulk } from '../handle/on.ts';
import { operatorOf } from './assign.ts';
import { newComment } from './comment.ts';

/** Set the status of up to 200 leads (spec 4, 'Bulk status update'). */
export const updateStatuses = leadBulk({
  endpoint: bulkUpdateStatus,
  ids: ({ body }) => body.leadIds.map((id) => LeadId.parse(id)),
  plan: async ({ body, caller, commandId }) => {
    const { newStatus, adminNotes } = body;
    const reason = body.reason ?? adminNotes ?? null;
    if (needsReason(newStatus) && !reason) return refused('reason-required');
    return (id) => {
      const own = { id: derivedId(commandId.id, id) };
      const comment = adminNotes ? newComment(own, caller, { content: adminNotes, type: 'status' }) : null;
      return {
        stream: leadStream(id),
        command: { type: 'ChangeLeadStatus', to: newStatus, reason, comment },
      };
    };
  },
  answer: (summary, { body }) => ({
    message: `Status update completed: ${summary.successful} leads updated to ${body.newStatus}`,
    data: { ...summary, newStatus: body.newStatus },
  }),
});

/** Give up to 200 leads to one operator. */
export const assignMany = leadBulk({
  endpoint: bulkAssign,
  ids: ({ body }) => body.leadIds.map((id) => LeadId.parse(id)),
  plan: async ({ body, caller }, { facts }) => {
    const operator = await operatorOf(facts, caller.tenant, body.operatorId);
    if ('kind' in operator) return operator;
    const reason = body.reason ?? null;
    return (id) => ({ stream: leadStream(id), command: { type: 'AssignLead', operator, reason } });
  },
  answer: (summary) => ({ message: `${summary.successful} leads assigned`, data: summary }),
});
