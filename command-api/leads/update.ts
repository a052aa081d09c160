import { updateLead } from '@crm/contracts/leads/write.ts';
import { LeadId } from '@crm/events/ids.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { leadStream } from '@crm/events/streams.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { isRefused, refused } from '@crm/platform/http/result.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { changeableBy } from './changeable-by.ts';
import { newComment } from './comment.ts';
import { changesOf, withComputed } from './details.ts';
import { offerOf } from './offer-of.ts';

/** Edits a lead's fields, or changes its status as an admin. */
export const update = leadCommand({
  endpoint: updateLead,
  policy: everyUser,
  fieldOf: { 'reason-required': 'statusReason' },
  plan: async ({ params, body, caller, commandId }, { lookups }) => {
    const { status, from, statusReason, adminComment, revision, ...fields } = body;
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
        from,
        reason: statusReason ?? null,
        comment,
        isBulk: false,
      };
      return { stream, seenRevision: revision, command: change };
    }
    const offer = fields.offer ? await offerOf(lookups, caller.tenant, fields.offer) : null;
    if (isRefused(offer)) return { stream, command: offer };
    const edit: LeadCommand = {
      type: 'EditLead',
      reach: changeableBy(caller),
      mayChangePhone: caller.role === 'admin',
      offerIsActive: offer?.isActive !== false,
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
