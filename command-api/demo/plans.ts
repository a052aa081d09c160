import type { PlanDetails } from '@crm/events/plans/events.ts';

/** The plans of the demo; prices in minor units. */
export const demoPlans: readonly PlanDetails[] = [
  {
    name: 'Starter',
    description: 'For a small team that begins to sell by phone.',
    price: { minor: 2900, currency: 'USD' },
    billingCycle: 'monthly',
    maxLeads: 1000,
    features: ['Up to 5 operators', 'Lead upload and export', 'Email support'],
    featured: false,
    buttonText: null,
    isActive: true,
  },
  {
    name: 'Growth',
    description: 'For a calling floor that works with partners.',
    price: { minor: 9900, currency: 'USD' },
    billingCycle: 'monthly',
    maxLeads: 100_000,
    features: ['Unlimited operators', 'Postbacks to partners', 'Work queue', 'Reports', 'Chat support'],
    featured: true,
    buttonText: 'Start growing',
    isActive: true,
  },
  {
    name: 'Scale',
    description: 'For several floors, billed once a year.',
    price: { minor: 249_000, currency: 'USD' },
    billingCycle: 'yearly',
    maxLeads: null,
    features: ['Everything in Growth', 'Several calling floors', 'Audit history', 'A named contact'],
    featured: false,
    buttonText: null,
    isActive: true,
  },
];
