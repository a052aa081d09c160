import type { BillingCycle } from '@crm/events/plans/vocabulary.ts';
import type { ReactNode } from 'react';

/** Every text of the landing page, in English. A translation is another object of this type. */
export const landingTexts = {
  product: 'Lead Management System',
  productBadge: 'CRM',
  signIn: 'Sign in',
  openDashboard: 'Open dashboard',
  /** The element needs a key. */
  welcome: (product: ReactNode): ReactNode => ['Welcome to ', product],
  introduction:
    'Track every lead from the first call to the approved order, and see what works with analytics that are always up to date.',
  claims: ['10,000+ Active Users', '99.9% Uptime', 'Lightning Fast'],
  features: {
    leads: {
      title: 'Lead Management',
      text: 'All orders of all partners in one list: assign, call and decide without a page reload.',
    },
    security: {
      title: 'Secure & Reliable',
      text: 'Each organization is separate, and each change is recorded: who made it, and when.',
    },
    analytics: {
      title: 'Advanced Analytics',
      text: 'Approval rates, revenue and the work of each operator, up to the minute.',
    },
  },
  plans: {
    title: 'Choose Your Plan',
    popular: 'Most Popular',
    per: { weekly: '/ week', monthly: '/ month', yearly: '/ year' } satisfies Record<BillingCycle, string>,
    description: 'Perfect for getting started with lead management.',
    features: ['Lead Management', 'Basic Analytics', 'Email Support'],
    button: 'Get Started',
    buttonOf: (label: string, plan: string) => `${label}: ${plan}`,
    busy: 'Processing...',
    notOnline: 'This plan cannot be bought online. Please contact support.',
    loading: 'Loading plans',
    failed: 'Failed to load plans',
    retry: 'Try Again',
  },
  version: 'Lead Management v1.0',
};
