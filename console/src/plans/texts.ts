import type { BillingCycle } from '@crm/events/plans/vocabulary.ts';
import { plural } from '../format/count.ts';

/** The unit of time in '$49.00 / month'. */
const cycleUnits: Record<BillingCycle, string> = { weekly: 'week', monthly: 'month', yearly: 'year' };

/** Every text of the plans, in English. A translation is another object of this type. */
export const planTexts = {
  noun: 'Plan',
  page: {
    title: 'Plans Management',
    subtitle: 'Plans that organizations can subscribe to',
    add: 'Add Plan',
    search: 'Search plans',
    searchHint: 'Name, description, feature',
    status: 'Status',
    clear: 'Clear filters',
    empty: 'No plans yet',
    emptyHint: 'Visitors of the landing page see active plans.',
    noMatch: 'No plans found',
    noMatchHint: 'Try adjusting your filters',
    row: 'plan',
    edit: 'Edit plan',
    delete: 'Delete plan',
  },
  stats: { total: 'Total Plans', active: 'Active Plans', inactive: 'Inactive Plans', featured: 'Featured' },
  card: {
    per: (cycle: BillingCycle) => `/ ${cycleUnits[cycle]}`,
    featured: 'Most Popular',
    leads: (most: number, cycle: BillingCycle) =>
      plural(most, { one: `# lead a ${cycleUnits[cycle]}`, other: `# leads a ${cycleUnits[cycle]}` }),
    unlimited: 'Unlimited leads',
    more: (n: number) => `+${n} more`,
    edition: (n: number) => `Edition ${n}`,
    edit: (name: string) => `Edit plan ${name}`,
    delete: (name: string) => `Delete plan ${name}`,
  },
  form: {
    create: 'Create Plan',
    update: 'Update Plan',
    createTitle: 'New plan',
    editTitle: (name: string) => `Edit ${name}`,
    keptTerms: 'Subscribers keep the terms that they bought until they renew.',
    name: 'Name',
    description: 'Description',
    price: 'Price',
    currency: 'Currency',
    cycle: 'Billing Cycle',
    cycles: { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' } satisfies Record<BillingCycle, string>,
    maxLeads: 'Leads per billing period',
    maxLeadsHint: 'Leave blank for unlimited leads.',
    unlimited: 'Unlimited',
    features: 'Features',
    feature: (n: number) => `Feature ${n}`,
    addFeature: 'Add feature',
    removeFeature: (n: number) => `Remove feature ${n}`,
    buttonText: 'Button Text',
    buttonTextHint: 'On the landing page.',
    buttonTextDefault: 'Get Started',
    featured: 'Featured',
    featuredHint: "Marked as 'Most Popular' on the landing page.",
    active: 'Active',
    activeHint: 'Only active plans are sold.',
    failed: 'Failed to save plan. Please try again.',
    created: (name: string) => `Plan ${name} created`,
    updated: (name: string) => `Plan ${name} updated`,
  },
};
