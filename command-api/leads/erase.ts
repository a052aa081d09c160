import { eraseLead } from '@crm/contracts/leads/write.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';

/**
 * Erases the personal data of a lead. From the event on, every process reads the lead's events without it; a job removes
 * its copies and destroys the key (workers/leads/erase).
 */
export const erase = leadCommand({
  endpoint: eraseLead,
  policy: tenantAdmins,
  plan: ({ params, body }) => ({
    stream: leadStream(LeadId.parse(params.id)),
    command: { type: 'EraseLead', reason: body.reason },
  }),
  answer: () => ({ message: 'Personal data erased', data: {} }),
});
