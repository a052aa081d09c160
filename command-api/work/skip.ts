import { skipLead } from '@crm/contracts/work/work.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { changeableBy } from '../leads/changeable-by.ts';

/** Gives a lead back that the caller has taken; another lead of the caller's stays as it is. */
export const skip = leadCommand({
  endpoint: skipLead,
  policy: everyUser,
  plan: ({ params, caller, now }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: {
      type: 'ReleaseLead',
      reach: changeableBy(caller),
      operator: caller.id,
      reason: 'skipped',
      now: now.toISOString(),
    },
  }),
  answer: ({ events }) =>
    events.length > 0
      ? { message: 'Lead skipped', data: { isSkipped: true } }
      : { message: 'You have not taken this lead', data: { isSkipped: false } },
});
