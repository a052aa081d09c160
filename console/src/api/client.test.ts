import { listLeads } from '@crm/contracts/leads/read.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { expect, test } from 'vitest';
import { answerOf, headersOf } from './client.ts';
import { CallError } from './errors.ts';

test('reads after a refused command are at least as new as the conflicting state', () => {
  const taken = { success: false, message: 'Order ID already exists', code: 'order-id-taken' };
  const headers = new Headers({ 'x-position': '0042' });
  expect(() => answerOf(createLead, null, { status: 409, headers }, taken)).toThrow(CallError);
  expect(headersOf(listLeads, null, {}).get('x-min-position')).toBe('0042');
});
