import type { Page } from 'playwright-core';
import { z } from 'zod';
import { fetchServed } from '../served.ts';
import type { Stage } from '../stage.ts';

/** Calls the API as the user of a page. */
export async function callApi(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetchServed(new URL(`/api${path}`, page.url()).href, init);
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

const Listed = z.object({ data: z.array(z.object({ _id: z.string() })) });
const Order = z.object({ data: z.object({ id: z.string() }) });
const Paid = z.object({ data: z.object({ proof: z.record(z.string(), z.string()) }) });

/** The ids of a list, newest first. */
export const idsOf = async (page: Page, path: string) =>
  Listed.parse(await callApi(page, 'GET', path)).data.map(({ _id }) => _id);

const untilListed = async (page: Page, path: string) => {
  while ((await idsOf(page, path)).length === 0);
};

/**
 * Makes what the pages under check show beyond the demo's data: an edited lead, a failed delivery, a batch, a saved report
 * and a payment. Their toasts appear only in windows that are open by then, and would change pages under check.
 */
export async function makeRecords(admin: Page, stage: Stage): Promise<void> {
  await callApi(admin, 'POST', '/postbacks', {
    name: 'Tracker',
    url: 'http://127.0.0.1:9999/in',
    triggerEvents: ['new_lead'],
    maxRetries: 0,
  });
  await stage.postLead({ orderId: 'AXE-0001', fullName: 'Meera Nair' });
  await untilListed(admin, '/leads?search=AXE-0001');
  const [lead] = await idsOf(admin, '/leads?search=AXE-0001');
  await callApi(admin, 'PUT', `/leads/${lead}`, { city: 'Mumbai' });
  const [postback] = await idsOf(admin, '/postbacks');
  await untilListed(admin, `/postbacks/${postback}/logs?status=failed`);
  await callApi(admin, 'POST', '/saved-reports', {
    name: 'Leads of the week',
    content: { type: 'leads', filters: {}, period: { kind: 'relative', preset: 'last_7_days' } },
  });
  await renew(admin);
  const [leaving] = await idsOf(admin, '/users?role=operator&search=Fatima');
  await callApi(admin, 'DELETE', `/users/${leaving}?leads=unassign`);
  await untilListed(admin, '/batches?state=done');
}

/** Pays for one more billing period in the test mode. */
async function renew(admin: Page): Promise<void> {
  const [planId] = await idsOf(admin, '/auth/get-plans');
  const order = Order.parse(await callApi(admin, 'POST', '/razorpay/renew-create-order', { planId }));
  const body = { orderId: order.data.id, outcome: 'pay' };
  const { data } = Paid.parse(await callApi(admin, 'POST', '/razorpay/test-checkout', body));
  await callApi(admin, 'POST', '/razorpay/renew-verify-payment', data.proof);
}
