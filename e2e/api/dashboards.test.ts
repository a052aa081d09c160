import { me } from '@crm/contracts/auth/auth.ts';
import { dashboardStats, operatorDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type LeadFilters, listLeads, listOwnLeads } from '@crm/contracts/leads/read.ts';
import { createLead, deleteLead, updateLead } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { listUsers } from '@crm/contracts/users/users.ts';
import { daysLeft } from '@crm/events/subscriptions/period.ts';
import { percent } from '@crm/projections/percent.ts';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';
import { csv, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct({ leads: 60 });
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const timeZone = 'Asia/Kolkata';

/** All leads of the list with these filters; the total is exact. */
async function listed(filters: LeadFilters = {}) {
  const { data, pagination } = await admin.ask(listLeads, { query: { ...filters, limit: 500 } });
  expect(data).toHaveLength(pagination?.total ?? -1);
  return data;
}
const startOf = (day: string) => `${day}T00:00:00+05:30`;

/** Amounts per currency, as the dashboards answer them. */
function sumsOf(leads: readonly Lead[]) {
  const sums = new Map<string, number>();
  for (const { currency, total } of leads)
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(total * 100));
  return [...sums].sort().map(([currency, minor]) => ({ currency, amount: minor / 100 }));
}
const approvedOf = (leads: readonly Lead[]) => leads.filter(({ status }) => status === 'approved');

test("each figure of the admin's dashboard counts the leads of the list with its filters", async () => {
  const [lead] = await listed({ assignmentStatus: 'assigned' });
  if (!lead) throw new Error('The demo has assigned leads');
  await admin.ask(updateLead, { params: { id: lead._id }, body: { isUrgent: true } });

  const { stats } = (await admin.ask(dashboardStats, { query: { range: '30d', timeZone } })).data;
  const all = await listed();
  const [pending, unassigned, overdue] = await Promise.all([
    listed({ statusRequest: 'pending' }),
    listed({ assignmentStatus: 'unassigned' }),
    listed({ overdue: true }),
  ]);
  const counted = new Set([...pending, ...unassigned, ...overdue].map(({ _id }) => _id));
  expect(stats.pending).toEqual({
    approvals: pending.length,
    unassigned: unassigned.length,
    overdue: overdue.length,
    remaining: all.length - counted.size,
  });
  expect(stats.overview).toMatchObject({
    totalLeads: all.length,
    todayLeads: (await listed({ startDate: startOf(stats.periods.today) })).length,
    monthLeads: (await listed({ startDate: startOf(stats.periods.month) })).length,
  });
  const operators = (await admin.ask(listUsers, { query: { role: 'operator' } })).data;
  expect(stats.users).toEqual({
    activeOperators: operators.filter(({ isActive }) => isActive).length,
    totalOperators: operators.length,
  });
  const offers = (await admin.ask(listOffers)).data;
  expect(stats.offers).toEqual({
    activeOffers: offers.filter(({ isActive }) => isActive).length,
    totalOffers: offers.length,
  });
});

test('the subscription counts the leads that its limit counts, also deleted ones and those of an earlier order date', async () => {
  const superAdmin = await product.signIn('super@demo.test');
  const { subscriptions } = (await superAdmin.ask(listSubscribers)).data;
  const own = subscriptions.find(({ userId }) => userId?.email === product.people.admin);
  if (!own) throw new Error('The demo has a subscription');
  const { admin: uploader, saved } = await uploaders(product);
  const subscription = async () =>
    (await uploader.ask(dashboardStats, { query: {} })).data.stats.subscription;

  const before = await subscription();
  expect(before).toMatchObject({
    planName: 'Growth',
    status: 'active',
    maxLeads: 100_000,
    asideLeads: 0,
    daysRemaining: daysLeft(own.endDate, new Date()),
  });
  const { lead } = (await uploader.ask(createLead, { body: leadForm() })).data;
  await uploader.ask(deleteLead, { params: { id: lead._id } });
  await saved(csv(rowOf('EARLIER-1')));
  expect(await subscription()).toEqual({ ...before, usedLeads: (before?.usedLeads ?? 0) + 2 });
});

test('the revenue chart and the top performers equal sums over the leads of the range', async () => {
  const { stats } = (await admin.ask(dashboardStats, { query: { range: '90d', timeZone } })).data;
  const { revenueChart, topPerformers, periods } = stats;
  expect(revenueChart).toHaveLength(90);
  expect([revenueChart[0]?.date, revenueChart.at(-1)?.date]).toEqual([periods.range, periods.today]);

  const leads = await listed({ startDate: startOf(periods.range) });
  expect(approvedOf(leads).length).toBeGreaterThan(0);
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  for (const { date, orders, revenue } of revenueChart) {
    const ofDay = approvedOf(leads).filter(({ createdAt }) => dayOf.format(new Date(createdAt)) === date);
    expect([date, orders, revenue]).toEqual([date, ofDay.length, sumsOf(ofDay)]);
  }

  expect(topPerformers.length).toBeGreaterThan(0);
  for (const { operatorId, totalLeads, approvedLeads, revenue, conversionRate } of topPerformers) {
    const own = leads.filter(({ assignedOperator }) => assignedOperator?._id === operatorId);
    const approved = approvedOf(own);
    expect([totalLeads, approvedLeads, revenue]).toEqual([own.length, approved.length, sumsOf(approved)]);
    // It has one decimal: 18.75 is shown as 18.8, which is not within the 0.05 of toBeCloseTo.
    expect(conversionRate).toBe(percent(approved.length, own.length));
  }
});

test("an operator's dashboard counts only the own leads", async () => {
  const ask = async () => (await operator.ask(operatorDashboard, { query: { timeZone } })).data;
  const own = async (filters: LeadFilters) =>
    (await operator.ask(listOwnLeads, { query: { ...filters, limit: 500 } })).data;
  const { urgentLeads, periods, ...figures } = await ask();
  const [all, urgent] = [await own({}), await own({ urgent: true })];
  const open = all.filter(({ status }) => status === 'processing' || status === 'hold');
  expect(all.length).toBeGreaterThan(0);
  expect(figures).toEqual({
    assignedLeads: all.length,
    todayLeads: (await own({ startDate: startOf(periods.today) })).length,
    weekLeads: (await own({ startDate: startOf(periods.week) })).length,
    pendingApprovals: (await own({ statusRequest: 'pending' })).length,
    completedLeads: all.length - open.length,
    openLeads: open.length,
    urgentTotal: urgent.length,
  });
  expect(new Set(urgentLeads.map(({ _id }) => _id))).toEqual(
    new Set(urgent.slice(-10).map(({ _id }) => _id)),
  );

  const [calm] = open.filter(({ isUrgent }) => !isUrgent);
  if (!calm) throw new Error('The operator has open leads');
  await admin.ask(updateLead, { params: { id: calm._id }, body: { isUrgent: true } });
  expect((await ask()).urgentTotal).toBe(figures.urgentTotal + 1);
  await admin.ask(updateLead, {
    params: { id: calm._id },
    body: { status: 'cancelled', statusReason: 'No answer' },
  });
  expect((await ask()).urgentTotal).toBe(figures.urgentTotal); // decided leads are not urgent
});

test('another organisation sees its own figures', async () => {
  const rival = await product.signIn(product.people.rivalAdmin);
  const { stats } = (await rival.ask(dashboardStats, { query: { range: '90d', timeZone } })).data;
  const { pagination } = await rival.ask(listLeads, { query: { limit: 1 } });
  expect(stats.overview.totalLeads).toBe(pagination?.total);
  const ownOperators = (await rival.ask(listUsers, { query: { role: 'operator' } })).data;
  expect(ownOperators.map(({ _id }) => _id)).toEqual(
    expect.arrayContaining(stats.topPerformers.map(({ operatorId }) => operatorId)),
  );
});

test('without a time zone, the days are those of the organisation', async () => {
  const days = async () => {
    const { stats } = (await admin.ask(dashboardStats, { query: {} })).data;
    const { periods } = (await operator.ask(operatorDashboard, { query: {} })).data;
    return [stats.periods.today, periods.today];
  };
  const dayIn = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
  // 25 hours apart: never the same day.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await admin.ask(changeSettings, { body: { timeZone: zone } });
    const before = dayIn(zone);
    const shown = await days();
    // The day may end between the reads.
    for (const day of shown) expect([before, dayIn(zone)]).toContain(day);
  }
  expect((await admin.ask(me, {})).data.user.crmSettings.timeZone).toBe('Pacific/Pago_Pago');
});

test('the overdue hours of the organisation apply to the figure and the list', async () => {
  const overdue = async (overdueHours: number) => {
    await admin.ask(changeSettings, { body: { overdueHours } });
    const { stats } = (await admin.ask(dashboardStats, { query: {} })).data;
    const leads = await listed({ overdue: true });
    expect(stats.pending.overdue).toBe(leads.length);
    const limit = Date.now() - overdueHours * 3_600_000;
    const open = (await listed()).filter(({ status }) => status === 'processing' || status === 'hold');
    expect(leads.length).toBe(open.filter(({ updatedAt }) => Date.parse(updatedAt) <= limit).length);
    return leads.length;
  };
  const [all, day, month] = [await overdue(1), await overdue(24), await overdue(720)];
  expect(all).toBeGreaterThanOrEqual(day);
  expect(day).toBeGreaterThanOrEqual(month);
});
