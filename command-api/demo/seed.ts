import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import { plans } from '@crm/events/plans/aggregate.ts';
import { termsOf } from '@crm/events/plans/edits.ts';
import {
  offerStream,
  planStream,
  subscriptionStream,
  tenantStream,
  userStream,
} from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { addPeriod } from '@crm/events/subscriptions/period.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserDetails } from '@crm/events/users/events.ts';
import { hashPassword, storePassword } from '../users/passwords.ts';
import { demoLeads, isSeeded } from './leads.ts';
import { type Organisation, type Organisations, organisations, superAdmin } from './organisations.ts';
import { type DemoDeps, demoOfferId, demoPlanId, demoTenantId, demoUserId, perform } from './perform.ts';
import { demoPlans } from './plans.ts';

/** Password of all demo accounts. */
export const DEMO_PASSWORD = 'demo-password';

/**
 * Creates the demo data with ordinary commands, so its history is like real history. Runs once; an interrupted run
 * resumes at the next start. Tests pass their own organisations.
 */
export async function seedDemo(
  deps: DemoDeps,
  leads: number,
  all: Organisations = organisations,
): Promise<void> {
  if (await isSeeded(deps, leads, all)) return;
  const hashed = await hashPassword(DEMO_PASSWORD);
  await seedUser(deps, PLATFORM_TENANT, superAdmin, hashed);
  for (const details of demoPlans) {
    await perform(deps, `plan ${details.name}`, {
      aggregate: plans,
      stream: planStream(demoPlanId(details.name)),
      tenant: PLATFORM_TENANT,
      command: { type: 'CreatePlan', details },
    });
  }
  for (const organisation of all) {
    const { name, theme } = organisation;
    const tenant = demoTenantId(name);
    const stream = tenantStream(tenant);
    const create = { type: 'CreateTenant' as const, organizationName: name };
    await perform(deps, `create ${name}`, { aggregate: tenants, stream, tenant, command: create });
    if (theme) {
      const command = { type: 'ChangeThemeColor' as const, colorHash: theme };
      await perform(deps, `theme ${name}`, { aggregate: tenants, stream, tenant, command });
    }
    await seedSubscription(deps, tenant, organisation);
    for (const user of organisation.users) await seedUser(deps, tenant, user, hashed);
    for (const offer of organisation.offers) {
      const command = { type: 'CreateOffer' as const, details: { ...offer, isActive: true } };
      const of = offerStream(demoOfferId(name, offer.name));
      await perform(deps, `offer ${name} ${offer.name}`, { aggregate: offers, stream: of, tenant, command });
    }
  }
  await demoLeads(deps, leads, all);
}

/** An active subscription; it lasts a year, so that a demo that is looked at again still works. */
async function seedSubscription(deps: DemoDeps, tenant: TenantId, { name, plan }: Organisation) {
  const terms = demoPlans.find((each) => each.name === plan);
  if (!terms) throw new Error(`The demo has no plan ${plan}`);
  const now = new Date();
  await perform(deps, `subscription ${name}`, {
    aggregate: subscriptions,
    stream: subscriptionStream(tenant),
    tenant,
    command: {
      type: 'GrantSubscription',
      plan: { id: demoPlanId(plan), edition: 1, terms: termsOf(terms) },
      startDate: now.toISOString(),
      endDate: addPeriod(now, { count: 1, type: 'years' }).toISOString(),
      autoRenew: false,
      paymentId: null,
    },
  });
}

/** The username of a demo account: `admin.demo` for admin@demo.test. */
export function demoUsername(email: string): string {
  return email.replace('@', '.').replace('.test', '');
}

async function seedUser(
  deps: DemoDeps,
  tenant: TenantId,
  user: Pick<UserDetails, 'email' | 'fullName' | 'role' | 'phone' | 'department'>,
  hashed: string,
): Promise<void> {
  const id = demoUserId(user.email);
  const username = demoUsername(user.email);
  const details = { ...user, username, notes: null, isActive: true, canSeeLeadsOfAllOperators: false };
  await perform(deps, `user ${user.email}`, {
    aggregate: users,
    stream: userStream(id),
    tenant,
    command: { type: 'CreateUser', details },
  });
  await storePassword(deps.pool, id, hashed, null);
}
