import { dashboardStats } from '@crm/contracts/dashboards/dashboards.ts';
import { renewCreateOrder, renewVerifyPayment, testCheckout } from '@crm/contracts/payments/checkout.ts';
import { createPlan } from '@crm/contracts/plans/plans.ts';
import { expect, vi } from 'vitest';
import type { Caller, Person } from './calls.ts';

type People = { superAdmin: Caller; admin: Person; anybody: Caller };

/** Renews an organisation with a plan of so many leads: the period goes on, and so does its count. */
export async function renewWith({ superAdmin, admin, anybody }: People, maxLeads: number) {
  const { plan } = (
    await superAdmin.ask(createPlan, {
      body: { name: `${maxLeads} leads`, price: 10, maxLeads, features: ['Leads'] },
    })
  ).data;
  const { id } = (await admin.ask(renewCreateOrder, { body: { planId: plan._id, subscriptionId: null } }))
    .data;
  const { data } = await anybody.ask(testCheckout, { body: { orderId: id, outcome: 'pay' } });
  if (data.outcome !== 'pay') throw new Error('It was to be paid');
  await admin.ask(renewVerifyPayment, { body: data.proof });
  await vi.waitFor(async () => expect((await subscriptionOf(admin))?.maxLeads).toBe(maxLeads));
}

/** The subscription on the admin's dashboard. */
export const subscriptionOf = async (admin: Person) =>
  (await admin.ask(dashboardStats)).data.stats.subscription;
