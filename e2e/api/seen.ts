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
import type { Person } from './calls.ts';

/** Every list, figure and report that an admin reads, without the positions of the installation. */
export async function seenBy(person: Person): Promise<Awaited<ReturnType<typeof readsOf>>> {
  const withoutPositions = (key: string, value: unknown) => (key === 'position' ? undefined : value);
  return JSON.parse(JSON.stringify(await readsOf(person), withoutPositions));
}

async function readsOf(person: Person) {
  const leads = (await person.ask(listLeads, { query: { limit: 500, sortBy: 'orderId' } })).data;
  const of = <T>(read: (id: string) => Promise<T>) => Promise.all(leads.map(({ _id }) => read(_id)));
  const period = { startDate: '2026-01-01', endDate: '2026-12-31', timeZone: 'UTC' };
  return {
    leads,
    details: await of(async (id) => (await person.ask(getLead, { params: { id } })).data),
    comments: await of(async (id) => (await person.ask(listComments, { params: { id } })).data),
    figures: (await person.ask(leadStats)).data,
    dashboard: (await person.ask(dashboardStats)).data,
    analytics: (await person.ask(adminAnalytics)).data,
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
