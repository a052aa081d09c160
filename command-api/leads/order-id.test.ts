import { randomUUID } from 'node:crypto';
import { createLead } from '@crm/contracts/leads/write.ts';
import { expect, test } from 'vitest';
import { newOrderId } from './order-id.ts';

test('a generated order id is valid input, depends only on its command, and rarely repeats', () => {
  const ids = Array.from({ length: 20_000 }, () => randomUUID());
  const made = ids.map(newOrderId);
  for (const each of made) expect(each).toMatch(/^[0-9A-F]{6}-[0-9A-F]{6}$/);
  expect(createLead.body.shape.orderId.parse(made[0])).toBe(made[0]);
  expect(ids.map(newOrderId)).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});
