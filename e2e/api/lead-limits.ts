import { dashboardStats } from '@crm/contracts/dashboards/dashboards.ts';
import { expect, vi } from 'vitest';
import { renewWith } from '../limits.ts';
import type { Caller, Person } from './calls.ts';

type People = { superAdmin: Caller; admin: Person; anybody: Caller };

/** Renews an organisation with a plan of so many leads, and waits until its admin sees it. */
export async function renewAndSee(people: People, maxLeads: number) {
  await renewWith(people, maxLeads);
  await vi.waitFor(async () => expect((await subscriptionOf(people.admin))?.maxLeads).toBe(maxLeads));
}

/** The subscription on the admin's dashboard. */
export const subscriptionOf = async (admin: Person) =>
  (await admin.ask(dashboardStats)).data.stats.subscription;
