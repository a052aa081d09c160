import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { planDescriptions } from './describe.ts';
import { planCreated, planDeleted, planEdited } from './story.ts';

test.each([
  {
    event: planCreated(),
    lines: [
      'Plan created',
      'Name:  → Growth',
      'Description:  → For growing teams',
      'Price:  → 49.00 USD',
      'Billing Cycle:  → monthly',
      'Leads per billing period:  → 5000',
      'Features:  → Postbacks, Reports',
      'Featured:  → No',
      'Active:  → Yes',
    ],
  },
  {
    event: planEdited({
      maxLeads: { from: 5000, to: null },
      description: { from: null, to: 'For all' },
      isActive: { from: true, to: false },
    }),
    lines: [
      'Plan edited',
      'Description:  → For all',
      'Leads per billing period: 5000 → Unlimited',
      'Active: Yes → No',
    ],
  },
  { event: planDeleted(), lines: ['Plan deleted'] },
])('describes $event.type', ({ event, lines }) => expect(described(planDescriptions, event)).toEqual(lines));
