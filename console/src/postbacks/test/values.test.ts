import { testPostback } from '@crm/contracts/postbacks/test.ts';
import { describe, expect, test } from 'vitest';
import { inputOf, newTest } from './values.ts';

const now = new Date('2026-03-03T10:00:00Z');
const fresh = newTest('new_lead', now);

describe('the test form', () => {
  test('starts with the specified defaults', () =>
    expect(fresh).toMatchObject({
      event: 'new_lead',
      testData: { orderId: 'TEST1772532000000', status: 'pending', paymentMode: 'cod' },
    }));

  test('its defaults conform to the contract', () =>
    expect(testPostback.body.parse(inputOf(fresh))).toMatchObject({
      event: 'new_lead',
      testData: { total: 99.99, status: 'pending' },
      dryRun: false,
    }));

  test('omits a blank total and rejects an invalid one', () => {
    const typed = (total: string) => ({ ...fresh, testData: { ...fresh.testData, total } });
    expect(inputOf(typed(' ')).testData).not.toHaveProperty('total');
    expect(testPostback.body.safeParse(inputOf(typed('-1'))).error?.issues[0]).toMatchObject({
      path: ['testData', 'total'],
      message: 'Must be a positive number',
    });
  });
});
