import { listLeads } from '@crm/contracts/leads/read.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { answerOf, call, headersOf } from './client.ts';
import { CallError, mayRecover } from './errors.ts';

afterEach(() => vi.unstubAllGlobals());

test('reads after a refused command are at least as new as the conflicting state', () => {
  const taken = { success: false, message: 'Order ID already exists', code: 'order-id-taken' };
  const headers = new Headers({ 'x-position': '0042' });
  expect(() => answerOf(createLead, null, { status: 409, headers }, taken)).toThrow(CallError);
  expect(headersOf(listLeads, null, {}).get('x-min-position')).toBe('0042');
});

test.each(['{"success":true,"da', '<html>Sign in to the Wi-Fi</html>', ''])(
  'a success whose body is %j leaves the result open: it may be sent again under its key',
  async (body) => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('fetch', async () => new Response(body, { status: 201 }));
    const failed: unknown = await call(listLeads, { query: {} }).catch((error: unknown) => error);
    expect(mayRecover(failed)).toBe(true);
    expect(failed).toMatchObject({ message: 'The answer did not arrive completely. Please try again.' });
  },
);
