import { setRetention } from '@crm/contracts/postbacks/logs.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { tenantCommand } from '../handle/aggregate-commands.ts';

/** Sets how long the tenant's postback logs are kept. */
export const setLogRetention = tenantCommand({
  endpoint: setRetention,
  policy: tenantAdmins,
  plan: ({ body, caller }) => ({
    stream: tenantStream(caller.tenant),
    command: { type: 'SetPostbackLogRetention', retention: body },
  }),
  answer: () => ({ message: 'Log retention updated successfully', data: {} }),
});
