import { updateLead } from '@crm/contracts/leads/write.ts';
import { LeadId, OfferId } from '@crm/events/ids.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { leadStream } from '@crm/events/streams.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { leadCommand } from '../handle/on.ts';
import { newComment } from './comment.ts';
import { changesOf, withComputed } from './details.ts';
import { reachOf } from './reach.ts';

/** Edits a lead's fields, or changes its status as an admin. */
export const update = leadCommand({
  endpoint: updateLead,
  policy: everyUser,
  fieldOf: { 'reason-required': 'statusReason' },
  plan: async ({ params, body, caller, commandId }, { lookups }) => {
    const { status, statusReason, adminComment, revision, ...fields } = body;
    const stream = leadStream(LeadId.parse(params.id));
    const comment = adminComment
      ? newComment(commandId, caller, { content: adminComment, type: 'status' })
      : null;
    const edited = Object.values(fields).some((value) => value !== undefined);
    if (status) {
      if (caller.role !== 'admin') return refused('admin-required');
      if (edited)
        return refused('bad-input', {
          errors: { status: 'Change the status and other fields one after the other' },
        });
      const change: LeadCommand = {
        type: 'ChangeLeadStatus',
        to: status,
        reason: statusReason ?? null,
        comment,
        isBulk: false,
      };
      return { stream, seenRevision: revision, command: change };
    }
    if (fields.offer) {
      const offer = await lookups.offer(OfferId.parse(fields.offer));
      if (offer?.tenant !== caller.tenant)
        return refused('offer-not-found', { errors: { offer: 'Offer not found' } });
    }
    const edit: LeadCommand = {
      type: 'EditLead',
      reach: reachOf(caller),
      mayChangePhone: caller.role === 'admin',
      changes: withComputed(changesOf(fields), fields),
      comment,
    };
    return { stream, seenRevision: revision, command: edit };
  },
  answer: ({ input }) => ({
    message: input.body.status ? 'Status updated successfully' : 'Lead updated successfully',
    data: {},
  }),
});
