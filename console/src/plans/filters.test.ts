import type { Plan } from '@crm/contracts/plans/plans.ts';
import { expect, test } from 'vitest';
import { matching } from './filters.ts';

const plan = (more: Partial<Plan>): Plan => ({
  _id: more.name ?? '',
  name: 'Growth',
  description: null,
  price: 79,
  currency: 'USD',
  billingCycle: 'monthly',
  maxLeads: null,
  features: [],
  featured: false,
  buttonText: null,
  isActive: true,
  edition: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  revision: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const plans = [
  plan({ name: 'Growth', features: ['Postbacks'] }),
  plan({ name: 'Scale', description: 'Without postback limits', isActive: false }),
];

test.each([
  [{ search: '', status: 'all' }, ['Growth', 'Scale']],
  [{ search: 'POSTBACK', status: 'all' }, ['Growth', 'Scale']],
  [{ search: 'sca', status: 'all' }, ['Scale']],
  [{ search: '', status: 'active' }, ['Growth']],
  [{ search: 'growth', status: 'inactive' }, []],
] as const)('%o finds %j', (filters, names) => {
  expect(matching(plans, filters).map(({ name }) => name)).toEqual(names);
});
