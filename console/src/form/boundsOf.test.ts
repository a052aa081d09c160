import { extendSubscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { boundsOf } from './boundsOf.ts';

test('the bounds are those of the contract', () => {
  expect(boundsOf(changeSettings.body.shape.overdueHours)).toEqual({ min: 1, max: 720 });
  expect(boundsOf(extendSubscription.body.shape.extensionPeriod)).toEqual({ min: 1, max: 1200 });
});

test('a number without bounds, and what is no number, have none', () => {
  expect(boundsOf(z.number())).toEqual({});
  expect(boundsOf(z.string())).toEqual({});
});
