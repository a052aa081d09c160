import type { ReactNode } from 'react';
import { formatNumber, plural } from '../format/count.ts';
import { dashboardNavigationTexts } from './texts/navigation.ts';

/** Every text of the dashboards, in English. A translation is another object of this type. */
export const dashboardTexts = {
  navigation: dashboardNavigationTexts,
  title: 'Dashboard',
  welcome: (fullName: string) => `Welcome, ${fullName}`,
  refresh: 'Refresh',
  admin: {
    range: 'Time range',
    ranges: {
      '1d': 'Last 24 hours',
      '7d': 'Last 7 days',
      '30d': 'Last 30 days',
      '90d': 'Last 90 days',
    },
    subscription: {
      label: 'Subscription',
      leads: (used: number, most: number | null) =>
        `${formatNumber(used)} / ${most === null ? 'unlimited' : formatNumber(most)} leads`,
      days: (n: number) => plural(n, { one: '# day remaining', other: '# days remaining' }),
      usage: 'Leads of this billing period',
      aside: (n: number) =>
        plural(n, { one: '# lead waits over the limit', other: '# leads wait over the limit' }),
    },
    overview: {
      totalLeads: 'Total Leads',
      todayLeads: "Today's Leads",
      activeOperators: 'Active Operators',
      activeOffers: 'Active Offers',
      of: (total: number) => `of ${formatNumber(total)}`,
    },
    /** A change since another time; `change` needs a key. A part of today is compared with the same part of yesterday. */
    growth: {
      sinceYesterday: {
        change: (change: ReactNode): ReactNode => [change, ' vs this time yesterday'],
        noLeads: 'No leads by this time yesterday',
      },
      sinceLastWeek: {
        change: (change: ReactNode): ReactNode => [change, ' vs the week before'],
        noLeads: 'No leads the week before',
      },
    },
    statuses: {
      title: 'Lead Status Distribution',
      pendingApprovals: 'Pending approvals',
      unassigned: 'Unassigned',
      remaining: 'Total Leads (remaining)',
      overdue: 'Overdue',
      empty: 'No lead data available',
      chart: 'Leads by what they wait for; the list has the figures.',
    },
    system: {
      title: 'System Overview',
      totalOffers: 'Total Offers',
      totalOperators: 'Total Operators',
      monthLeads: "This Month's Leads",
    },
    revenue: {
      title: (range: string) => `Revenue, ${range.toLowerCase()}`,
      empty: 'No revenue in this time',
      explanation: 'Revenue is the total of approved leads.',
      chart: (currency: string) => `Revenue in ${currency} per day; the table below has the figures.`,
      name: 'Revenue',
      showTable: 'Show the days as a table',
      columns: { day: 'Day', approvedLeads: 'Approved leads', revenue: 'Revenue' },
    },
    performers: {
      title: (range: string) => `Top performers, ${range.toLowerCase()}`,
      empty: 'No assigned leads in this time',
      formerOperator: 'Former operator',
      columns: {
        operator: 'Operator',
        leads: 'Leads',
        approved: 'Approved',
        conversion: 'Conversion',
        revenue: 'Revenue',
      },
    },
    api: {
      title: 'Leads API Documentation',
      explanation:
        'Partners create leads without signing in: JSON or form-encoded, from any origin. An order sent twice under one orderId makes one lead; other fields than these are kept with the lead.',
      command: 'Command',
      copy: 'Copy',
      noOffer: 'Create an active offer to see a complete example.',
      columns: { field: 'Field', required: 'Required', value: 'Value' },
      yes: 'Yes',
      no: 'No',
      types: {
        oneOf: (choices: string) => `one of ${choices}`,
        text: 'text',
        textUpTo: (characters: number) => `text, at most ${characters} characters`,
        integer: 'whole number',
        number: 'number',
        boolean: 'true or false',
      },
    },
  },
  operator: {
    title: 'My Dashboard',
    figures: {
      assignedLeads: 'Assigned Leads',
      todayLeads: "Today's Leads",
      weekLeads: 'This Week',
      pendingApprovals: 'Pending Approval',
    },
    urgent: {
      title: 'Urgent Leads',
      list: 'Urgent leads',
      empty: 'No urgent leads! Great job!',
      showAll: (n: number) => `Show all ${formatNumber(n)} urgent leads`,
    },
    stats: {
      title: 'Quick Stats',
      assigned: 'Total Assigned',
      completed: 'Completed',
      open: 'Pending',
    },
    encouragement: {
      noLeads: 'A fresh start: your first leads will appear here.',
      allCompleted: 'All done! Every lead of yours is completed.',
      mostCompleted: (percent: number) => `Great work! ${percent}% of your leads are completed.`,
      fewCompleted: 'Keep it up! Every call brings you closer to the next approval.',
    },
  },
};
