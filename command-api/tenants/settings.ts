import {
  changeSettings,
  renameOrganization,
  setAutoLeadStatusApprove,
  updateTheme,
} from '@crm/contracts/tenants/settings.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { tenantCommand } from '../handle/aggregate-commands.ts';

/** Settings of a tenant; only its own admins change them. */
export const theme = tenantCommand({
  endpoint: updateTheme,
  policy: tenantAdmins,
  plan: ({ body, caller }) => ({
    stream: tenantStream(caller.tenant),
    command: { type: 'ChangeThemeColor', colorHash: body.colorHash },
  }),
  answer: () => ({ message: 'Theme color updated successfully', data: {} }),
});

export const autoApprove = tenantCommand({
  endpoint: setAutoLeadStatusApprove,
  policy: tenantAdmins,
  plan: ({ body, caller }) => ({
    stream: tenantStream(caller.tenant),
    command: { type: 'SetAutoLeadStatusApprove', autoLeadStatusApprove: body.autoLeadStatusApprove },
  }),
  answer: () => ({ message: 'Auto lead status approve updated successfully', data: {} }),
});

export const rename = tenantCommand({
  endpoint: renameOrganization,
  policy: tenantAdmins,
  plan: ({ body, caller }) => ({
    stream: tenantStream(caller.tenant),
    command: { type: 'RenameOrganization', ...body },
  }),
  answer: () => ({ message: 'Organization name updated successfully', data: {} }),
});

export const change = tenantCommand({
  endpoint: changeSettings,
  policy: tenantAdmins,
  plan: ({ body: { seen, ...changes }, caller }) => ({
    stream: tenantStream(caller.tenant),
    command: { type: 'ChangeSettings', changes, seen },
  }),
  answer: () => ({ message: 'Settings updated successfully', data: {} }),
});
