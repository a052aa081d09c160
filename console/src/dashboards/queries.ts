import type * as dashboardsContract from '@crm/contracts/dashboards/dashboards.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

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
    select: ({ data }) => data,
  });
