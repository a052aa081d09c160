import { oneOf } from '@crm/events/language/field-errors.ts';
import { TimeZone } from '@crm/events/language/time-zone.ts';
import { SubscriptionStatus } from '@crm/events/subscriptions/events.ts';
import { z } from 'zod';
import { Amounts } from '../amounts.ts';
import { endpoint } from '../endpoint.ts';
import { Lead } from '../leads/lead.ts';

/** The time ranges of the admin's dashboard. */
const dashboardRanges = ['1d', '7d', '30d', '90d'] as const;
export type DashboardRange = (typeof dashboardRanges)[number];

/** In percent, to one decimal; null if there was nothing to compare with. */
const growth = z.number().nullable();
const day = z.iso.date();

/** The figures of an admin's dashboard; docs/figures.md defines each. */
export const AdminDashboard = z.object({
  overview: z.object({
    totalLeads: z.int(),
    todayLeads: z.int(),
    monthLeads: z.int(),
    growth: z.object({ daily: growth, weekly: growth }),
  }),
  users: z.object({ activeOperators: z.int(), totalOperators: z.int() }),
  offers: z.object({ activeOffers: z.int(), totalOffers: z.int() }),
  pending: z.object({
    approvals: z.int(),
    unassigned: z.int(),
    overdue: z.int(),
    /** Leads that are in none of these three. */
    remaining: z.int(),
  }),
  /** The organisation's billing subscription; null without one. */
  subscription: z
    .object({
      planName: z.string(),
      status: SubscriptionStatus,
      /** Leads of the current billing period. */
      usedLeads: z.int(),
      /** Null means unlimited. */
      maxLeads: z.int().nullable(),
      /** Leads over the limit that wait for a place. */
      asideLeads: z.int(),
      /** 0 unless it is active. */
      daysRemaining: z.int(),
    })
    .nullable(),
  /** The first days of the periods that the figures count, in this time zone; the last day is today. */
  periods: z.object({ timeZone: z.string(), today: day, month: day, range: day }),
  /** A point per day of the range, the oldest first. */
  revenueChart: z.array(z.object({ date: day, orders: z.int(), revenue: Amounts })),
  /** At most ten operators, the most approved leads first. */
  topPerformers: z.array(
    z.object({
      operatorId: z.string(),
      fullName: z.string(),
      totalLeads: z.int(),
      approvedLeads: z.int(),
      conversionRate: z.number(),
      revenue: Amounts,
    }),
  ),
});
export type AdminDashboard = z.infer<typeof AdminDashboard>;

export const dashboardStats = endpoint({
  method: 'GET',
  path: '/admin/dashboard-stats',
  query: z.strictObject({
    range: oneOf(dashboardRanges).default('7d'),
    /** Absent: that of the tenant. */
    timeZone: TimeZone.optional(),
  }),
  data: z.object({ stats: AdminDashboard }),
});

/** The most leads of the dashboard's urgent list; the leads list has all of them. */
export const URGENT_SHOWN = 10;

/** An operator's own figures; docs/figures.md defines each. */
const OperatorDashboard = z.object({
  assignedLeads: z.int(),
  todayLeads: z.int(),
  weekLeads: z.int(),
  pendingApprovals: z.int(),
  completedLeads: z.int(),
  openLeads: z.int(),
  urgentTotal: z.int(),
  /** The leads that have waited longest first. */
  urgentLeads: z.array(Lead),
  /** The first days of the periods that the figures count, in this time zone; the last day is today. */
  periods: z.object({ timeZone: z.string(), today: day, week: day }),
});
export type OperatorDashboard = z.infer<typeof OperatorDashboard>;

export const operatorDashboard = endpoint({
  method: 'GET',
  path: '/operator/dashboard',
  /** Without a time zone, that of the tenant. */
  query: z.strictObject({ timeZone: TimeZone.optional() }),
  data: OperatorDashboard,
});
