import { me as meCall } from '@crm/contracts/auth/auth.ts';
import { DEFAULT_THEME } from '@crm/events/tenants/events.ts';
import { type PlainSettings, plainDefaults } from '@crm/events/tenants/settings.ts';
import { accountHolders } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';
import type { UserRow } from '../users/table.ts';
import { userOf } from '../users/user.ts';

type MeRow = UserRow & {
  organization_name: string | null;
  theme: string | null;
  auto_lead_status_approve: boolean | null;
  settings: PlainSettings | null;
};

/**
 * The signed-in user with the tenant's settings. A super admin has no tenant and gets default settings. By the primary
 * keys of users and tenants.
 */
export const me = query({
  endpoint: meCall,
  policy: accountHolders,
  reads: ['users', 'tenants'],
  async run({ caller }, db) {
    const { rows } = await db.query<MeRow>(
      `select u.*, t.organization_name, t.theme, t.auto_lead_status_approve, t.settings
         from users u left join tenants t on t.id = u.tenant and t.tenant = u.tenant
        where u.tenant = $1 and u.id = $2`,
      [caller.tenant, caller.id],
    );
    const [row] = rows;
    if (!row) return refused('signed-out');
    const crmSettings = {
      theme: row.theme ?? DEFAULT_THEME,
      autoLeadStatusApprove: row.auto_lead_status_approve ?? false,
      organizationName: row.organization_name ?? '',
      ...plainDefaults,
      ...row.settings,
    };
    return { kind: 'answer', data: { user: { ...userOf(row), crmSettings } } };
  },
});
