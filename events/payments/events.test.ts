import { expect, test } from 'vitest';
import { decode } from '../language/define.ts';
import { staysReadable } from '../test/history.ts';
import { paymentEvents } from './events.ts';
import { order } from './story.ts';
import version1 from './version-1.json' with { type: 'json' };
import version2 from './version-2.json' with { type: 'json' };

staysReadable('payments', paymentEvents, [...version1, ...version2]);

test.each([
  ['order_test0123456789abcdef', true],
  ['order_NkLv0000000001', false],
  ['order_testNkLv00000', false],
])('an order of version 1 has its mode from its id: %s', (providerOrderId, isTest) => {
  const { isTest: _, ...v1 } = { ...order, providerOrderId };
  const stored = { type: 'PaymentOrderCreated', version: 1, data: v1 };
  expect(decode(paymentEvents, stored)).toMatchObject({ event: { data: { ...v1, isTest } } });
});
