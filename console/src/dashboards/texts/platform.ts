import { formatNumber, plural } from '../../format/count.ts';

/** Every text of the super admin's dashboard. */
export const platformTexts = {
  tiles: {
    tenants: 'Active Organizations',
    notActive: (n: number) => plural(n, { one: '# not active', other: '# not active' }),
    leads: "Today's Leads (UTC)",
    yesterday: (n: number) => `${formatNumber(n)} yesterday`,
    deliveries: 'Delivery Success, 24 hours',
    noDeliveries: 'No deliveries',
    failed: (n: number) => `${formatNumber(n)} failed`,
    failures: 'Failed Events',
    noFailures: 'Everything was applied',
    openFailures: 'See below',
  },
  leads: {
    title: 'Leads a Day, last 30 days',
    chart: 'Leads of all organizations per day in UTC; the table has the figures.',
    name: 'Leads',
    empty: 'No leads in the last 30 days',
    showTable: 'Show as a table',
    day: 'Day',
    leads: 'Leads',
  },
  revenue: {
    title: 'Revenue by Month',
    empty: 'No payments in the last twelve months',
    columns: { month: 'Month (UTC)', payments: 'Payments', amount: 'Received', refunded: 'Refunded' },
  },
  lag: {
    title: 'Projections and Reactions',
    columns: { name: 'Name', state: 'State', events: 'Events behind', seconds: 'Seconds behind' },
    current: 'Up to date',
    behind: 'Behind',
    building: 'Being built',
    events: (n: number, most: number) => (n >= most ? `${formatNumber(most)} or more` : formatNumber(n)),
    allCurrent: (n: number) => `All ${formatNumber(n)} are up to date.`,
    showAll: 'Show all',
  },
  failures: {
    title: 'Failed Events',
    none: 'No failed events',
    explanation:
      'Events that a projection or reaction could not apply. Later events of the same record wait behind them.',
    retry: 'Retry',
    retryAll: 'Retry All',
    retryOf: (consumer: string) => `Retry the failed events of ${consumer}`,
    retrying: 'Retrying...',
    held: (n: number) => plural(n, { one: '# later event waits', other: '# later events wait' }),
    attempts: (n: number) => plural(n, { one: '# attempt', other: '# attempts' }),
    done: 'The failed events are applied again now',
    failed: 'The retry could not be requested. Please try again.',
  },
};
