import type * as dashboardsContract from '@crm/contracts/dashboards/dashboards.ts';
import type * as platformContract from '@crm/contracts/dashboards/platform.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { againEachMinute, againEvery, read } from '../api/read.ts';

/** The figures of the admin's dashboard; the previous range stays visible while the next loads. */
export const adminDashboard = (range: dashboardsContract.DashboardRange) =>
  queryOptions({
    ...read(
      address<typeof dashboardsContract.dashboardStats>('GET', '/admin/dashboard-stats'),
      { query: { range } },
      {
        topics: ['leads', 'aside-leads', 'users', 'offers', 'approvals', 'subscriptions', 'tenant'],
        pace: 'aggregate',
      },
    ),
    refetchInterval: againEachMinute,
    select: ({ data }) => data.stats,
    placeholderData: keepPreviousData,
  });

/** The signed-in operator's own figures and urgent leads. */
export const operatorDashboard = () =>
  queryOptions({
    ...read(
      address<typeof dashboardsContract.operatorDashboard>('GET', '/operator/dashboard'),
      { query: {} },
      { topics: ['leads', 'tenant'], pace: 'aggregate' },
    ),
    refetchInterval: againEachMinute,
    select: ({ data }) => data,
  });

/** The lag changes without hints. Not read in hidden tabs. */
const OVERVIEW_MS = 5_000;

/** The state of the installation, for super admins. */
export const systemOverview = queryOptions({
  ...read(
    address<typeof platformContract.systemOverview>('GET', '/super-admin/system-overview'),
    {},
    { topics: [], pace: 'aggregate' },
  ),
  refetchInterval: againEvery(OVERVIEW_MS),
  select: ({ data }) => data,
});

/** Leads come in without hints for super admins, whose screens would refetch with each of them. */
const ANALYTICS_MS = 30_000;

/** The figures of the installation, for super admins. */
export const platformAnalytics = queryOptions({
  ...read(
    address<typeof platformContract.platformAnalytics>('GET', '/super-admin/analytics'),
    {},
    { topics: ['tenants', 'payments'], pace: 'aggregate' },
  ),
  refetchInterval: againEvery(ANALYTICS_MS),
  select: ({ data }) => data,
});
