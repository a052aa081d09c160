import { deleteLead } from '@crm/contracts/leads/write.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';

/** Deletes a lead: it disappears from lists and counts; its stream stays. */
export const remove = leadCommand({
  endpoint: deleteLead,
  policy: tenantAdmins,
  plan: ({ params }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: { type: 'DeleteLead', reason: null },
  }),
  answer: () => ({ message: 'Lead deleted successfully', data: {} }),
});
