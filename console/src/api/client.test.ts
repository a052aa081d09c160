import { listLeads } from '@crm/contracts/leads/read.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { answerOf, call, callForText, headersOf } from './client.ts';
import { CallError, mayRecover } from './errors.ts';

test('reads after a refused command are at least as new as the conflicting state', () => {
  const taken = { success: false, message: 'Order ID already exists', code: 'order-id-taken' };
  const headers = new Headers({ 'x-position': '0042' });
  expect(() => answerOf(createLead, null, { status: 409, headers }, taken)).toThrow(CallError);
  expect(headersOf(listLeads, null, {}).get('x-min-position')).toBe('0042');
});

test.each([
  [{ message: 'Maintenance until noon' }, 'Maintenance until noon', null],
  [{ success: false, message: 'Nope', errors: [{ row: 2 }] }, 'Nope', null],
  [{ success: false, message: 'Nope', code: 'no', errors: { city: 'Too short' } }, 'Nope', 'no'],
  ['<html>', 'An error occurred', null],
])('the refusal %j has the message "%s"', (body, message, code) => {
  try {
    answerOf(createLead, null, { status: 503, headers: new Headers() }, body);
    expect.fail('must throw');
  } catch (error) {
    expect(error).toMatchObject({ message, failure: { kind: 'refused', status: 503, code } });
  }
});

test('what a lagging server does not find is read again', () => {
  const missing = { success: false, message: 'Lead not found', code: 'lead-not-found' };
  const failureOf = (headers: Headers): unknown => {
    try {
      return answerOf(listLeads, null, { status: 404, headers }, missing);
    } catch (error) {
      return error;
    }
  };
  expect(mayRecover(failureOf(new Headers({ 'x-stale': 'true' })))).toBe(true);
  expect(mayRecover(failureOf(new Headers()))).toBe(false);
});

test.each(['{"success":true,"da', '<html>Sign in to the Wi-Fi</html>', ''])(
  'a success whose body is %j leaves the result open: it may be sent again under its key',
  async (body) => {
    stubStorage();
    vi.stubGlobal('fetch', async () => new Response(body, { status: 201 }));
    const failed: unknown = await call(listLeads, { query: {} }).catch((error: unknown) => error);
    expect(mayRecover(failed)).toBe(true);
    expect(failed).toMatchObject({ message: 'The answer did not arrive completely. Please try again.' });
  },
);

test('the text of an answer has its position, so that older hints do not refetch it', async () => {
  stubStorage();
  const headers = { 'x-position': '0042', 'x-stale': 'true' };
  vi.stubGlobal('fetch', async () => new Response('[1]', { status: 200, headers }));
  expect(await callForText(listLeads, { query: {} })).toEqual({ text: '[1]', position: '0042', stale: true });
});
