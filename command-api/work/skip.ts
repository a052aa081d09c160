import { skipLead } from '@crm/contracts/work/work.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { leadCommand } from '../handle/on.ts';

/** Gives a lead back that the caller has taken; a lead that the caller has not taken stays as it is. */
export const skip = leadCommand({
  endpoint: skipLead,
  policy: everyUser,
  plan: ({ params, caller, now }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: { type: 'ReleaseLead', operator: caller.id, reason: 'skipped', now: now.toISOString() },
  }),
  answer: () => ({ message: 'Lead skipped', data: {} }),
});
