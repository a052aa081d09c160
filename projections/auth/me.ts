import { me as meCall, type SubscriptionBlock } from '@crm/contracts/auth/auth.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { subscriptionStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import type { SoldPlan } from '@crm/events/subscriptions/events.ts';
import { subscriptionInfoAt } from '@crm/events/subscriptions/info.ts';
import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';
import { DEFAULT_THEME } from '@crm/events/tenants/events.ts';
import { type PlainSettings, plainDefaults } from '@crm/events/tenants/settings.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { Config } from '@crm/platform/config/config.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { accountHolders } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { columnsAs, prepared } from '@crm/platform/postgres/prepared.ts';
import { type QueryDeclaration, query } from '../query.ts';
import { type UserRow, userColumns } from '../users/table.ts';
import { userOf } from '../users/user.ts';

type MeRow = UserRow & {
  organization_name: string | null;
  theme: string | null;
  auto_lead_status_approve: boolean | null;
  settings: PlainSettings | null;
  /** Null without a billing subscription. */
  plan: SoldPlan | null;
  subscription_status: SubscriptionStatus | null;
  end_date: Date | null;
};

/**
 * The signed-in user with the tenant's settings and billing subscription. A super admin has no tenant and gets default
 * settings. By the primary keys of users, tenants and subscriptions.
 */
export const me: QueryDeclaration<Pick<Config, 'supportEmail' | 'renewal'>> = (deps) =>
  query({
    endpoint: meCall,
    policy: accountHolders,
    reads: ['users', 'tenants', 'subscriptions'],
    async run({ caller }, db, { store }) {
      const { rows } = await db.query<MeRow>(
        prepared(
          `select ${columnsAs('u', userColumns)}, t.organization_name, t.theme, t.auto_lead_status_approve, t.settings,
                  s.plan, s.status as subscription_status, s.end_date
             from users u
             left join tenants t on t.id = u.tenant and t.tenant = u.tenant
             left join subscriptions s on s.tenant = u.tenant
            where u.tenant = $1 and u.id = $2`,
          [caller.tenant, caller.id],
        ),
      );
      const [row] = rows;
      if (!row) return refused('signed-out');
      const crmSettings = {
        theme: row.theme ?? DEFAULT_THEME,
        autoLeadStatusApprove: row.auto_lead_status_approve ?? false,
        organizationName: row.organization_name ?? '',
        telegramGroupLink: deps.renewal.chatGroup,
        ...plainDefaults,
        ...row.settings,
      };
      const block = await blockOf(store, caller.tenant);
      return {
        kind: 'answer',
        data: {
          user: { ...userOf(row), crmSettings, ...subscriptionOf(row, caller.tenant) },
          block: caller.viewer ? null : block,
          supportEmail: deps.supportEmail,
          viewing: caller.viewer
            ? {
                _id: caller.viewer.viewingId,
                viewerName: caller.viewer.name,
                expiresAt: caller.viewer.expiresAt.toISOString(),
              }
            : null,
        },
      };
    },
  })(deps);

/** The billing subscription in the user's account. */
function subscriptionOf({ role, plan, subscription_status: status, end_date }: MeRow, tenant: TenantId) {
  const endDate = end_date?.toISOString();
  const subscribed = plan && status && endDate ? { plan, status, endDate } : null;
  return subscriptionInfoAt(subscribed, { tenant, isAdmin: role === 'admin' }, new Date());
}

/** The block of a tenant, from the streams that the router decides by: a read model may be behind. */
async function blockOf(store: EventStore, tenant: TenantId): Promise<SubscriptionBlock | null> {
  const state = await readTenantState(store, tenant);
  if (state.phase !== 'blocked') return null;
  const subscription = await loadState(store, subscriptions, subscriptionStream(tenant));
  const endDate = subscription.phase === 'none' ? null : subscription.endDate;
  const hasEnded = endDate !== null && Date.parse(endDate) <= Date.now();
  return { subscriptionStatus: state.subscriptionStatus, endDate: hasEnded ? endDate : null };
}
