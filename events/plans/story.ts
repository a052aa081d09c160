import { storiesOf } from '../test/story.ts';
import { planDecider } from './decide.ts';
import type { PlanDetails, PlanEdits, PlanEvent } from './events.ts';

/** Test fixtures for plans. */
export const given = storiesOf(planDecider);

export const details: PlanDetails = {
  name: 'Growth',
  price: { minor: 4900, currency: 'USD' },
  billingCycle: 'monthly',
  maxLeads: 5000,
  features: ['Postbacks', 'Reports'],
  description: 'For growing teams',
  buttonText: null,
  featured: false,
  isActive: true,
};

export const planCreated = (): PlanEvent => ({ type: 'PlanCreated', data: { details } });
export const planEdited = (changes: PlanEdits): PlanEvent => ({ type: 'PlanEdited', data: { changes } });
export const planDeleted = (): PlanEvent => ({ type: 'PlanDeleted', data: {} });
