import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { dashboardStats } from '@crm/contracts/dashboards/dashboards.ts';
import { getLead, leadStats, listComments, listLeads } from '@crm/contracts/leads/read.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import {
  adminAnalytics,
  leadReport,
  productivityReport,
  revenueReport,
} from '@crm/contracts/reports/reports.ts';
import { listSavedReports } from '@crm/contracts/saved-reports/saved-reports.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { listViews } from '@crm/contracts/views/views.ts';
import { vi } from 'vitest';
import type { Person } from './calls.ts';

/**
 * Every list, figure and report that an admin reads, without the positions of the installation.
 * @param at the time in ms for the product of this process: a day may end between two reads that are compared
 */
export async function seenBy(person: Person, at: number): Promise<Awaited<ReturnType<typeof readsOf>>> {
  const withoutPositions = (key: string, value: unknown) => (key === 'position' ? undefined : value);
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  const reads = await readsOf(person, at);
  vi.useRealTimers();
  return JSON.parse(JSON.stringify(reads, withoutPositions));
}

async function readsOf(person: Person, at: number) {
  const leads = (await person.ask(listLeads, { query: { limit: 500, sortBy: 'orderId' } })).data;
  const of = <T>(read: (id: string) => Promise<T>) => Promise.all(leads.map(({ _id }) => read(_id)));
  const day = (days: number) => new Date(at + days * 24 * 3_600_000).toISOString().slice(0, 10);
  const period = { startDate: day(-30), endDate: day(1), timeZone: 'UTC' };
  return {
    leads,
    details: await of(async (id) => (await person.ask(getLead, { params: { id } })).data),
    comments: await of(async (id) => (await person.ask(listComments, { params: { id } })).data),
    figures: (await person.ask(leadStats)).data,
    dashboard: (await person.ask(dashboardStats)).data,
    analytics: (await person.ask(adminAnalytics, { query: period })).data,
    leadReport: (await person.ask(leadReport, { query: period })).data,
    revenue: (await person.ask(revenueReport, { query: period })).data,
    productivity: (await person.ask(productivityReport, { query: period })).data,
    approvals: (await person.ask(listApprovals)).data,
    offers: (await person.ask(listOffers)).data,
    operators: (await person.ask(listOperators)).data,
    views: (await person.ask(listViews)).data,
    savedReports: (await person.ask(listSavedReports)).data,
  };
}

/** The newest entries up to the export, without the positions of their installation. */
export async function auditOf(person: Person, until: string): Promise<unknown[]> {
  const { entries } = (await person.ask(listAuditLogs, { query: { limit: 200 } })).data;
  return entries
    .filter(({ createdAt }) => createdAt <= until)
    .map(({ _id, changes, ...entry }) => ({
      ...entry,
      changes: changes.filter(({ field }) => field !== 'position'),
    }));
}
