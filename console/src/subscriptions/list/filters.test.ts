import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { expect, test } from 'vitest';
import { plansOf } from './filters.ts';

const sold = (_id: string, edition: number, name: string) =>
  ({ planId: { _id, edition, name } }) as Subscription; // all that is read

test('the filter has each plan once, also one without subscriptions and one that was deleted', () => {
  const subscriptions = [
    sold('starter', 1, 'Starter'),
    sold('starter', 2, 'Starter Plus'),
    sold('deleted', 1, 'Basic'),
  ];
  const plans = [
    { _id: 'starter', name: 'Starter 2027' },
    { _id: 'unsold', name: 'Scale' },
  ];
  expect(plansOf(subscriptions, plans)).toEqual([
    { value: 'deleted', label: 'Basic' },
    { value: 'unsold', label: 'Scale' },
    // As the rows have it.
    { value: 'starter', label: 'Starter Plus' },
  ]);
});
