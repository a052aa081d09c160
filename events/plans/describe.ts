import {
  change,
  type DescribedFields,
  type Descriptions,
  firstValues,
  type Names,
} from '../language/describe.ts';
import { moneyText } from '../language/money.ts';
import type { PlanDetails, PlanEdits, PlanEvent } from './events.ts';

const fields: DescribedFields<PlanDetails> = {
  name: { label: 'Name' },
  description: { label: 'Description', text: (text) => text ?? '' },
  price: { label: 'Price', text: moneyText },
  billingCycle: { label: 'Billing Cycle' },
  maxLeads: { label: 'Leads per billing period', text: (leads) => String(leads ?? 'Unlimited') },
  features: { label: 'Features', text: (features) => features.join(', ') },
  buttonText: { label: 'Button Text', text: (text) => text ?? '' },
  featured: { label: 'Featured' },
  isActive: { label: 'Active' },
};

/** Each event of a plan for people. */
export const planDescriptions: Descriptions<PlanEvent> = {
  PlanCreated: ({ details }, names) => ({
    text: 'Plan created',
    changes: firstValues(fields, details, names),
  }),
  PlanEdited: ({ changes }, names) => ({ text: 'Plan edited', changes: changesOf(changes, names) }),
  PlanDeleted: () => ({ text: 'Plan deleted', changes: [] }),
};

function changesOf(edits: PlanEdits, names: Names) {
  // The type of each value follows from its key, which TypeScript does not see through a union.
  type AnyField = { label: string; text?: (value: unknown, names: Names) => string };
  return Object.entries(fields as Record<string, AnyField>).flatMap(([field, { label, text }]) => {
    const edit = edits[field as keyof PlanEdits];
    if (!edit) return [];
    const shown = (value: unknown) => (text ? text(value, names) : value);
    return [change(field, label, shown(edit.from), shown(edit.to))];
  });
}
