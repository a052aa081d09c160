import { renewCreateOrder, renewVerifyPayment, testCheckout } from '@crm/contracts/payments/checkout.ts';
import { createPlan } from '@crm/contracts/plans/plans.ts';
import { expect } from 'vitest';
import { z } from 'zod';

/** Calls a running product. @returns a function that gets, or posts a body, and returns the data of the answer */
export const askOf =
  (url: string) =>
  async <T>(data: z.ZodType<T>, path: string, token: string | null, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return data.parse(z.object({ data: z.unknown() }).parse(JSON.parse(text)).data);
  };

/** Renews the organisation of an admin with a plan of so many leads; the admins are named by their tokens. */
export async function renewOver(
  url: string,
  { admin, superAdmin, maxLeads }: { admin: string; superAdmin: string; maxLeads: number },
) {
  const ask = askOf(url);
  const form = { name: `${maxLeads} leads`, price: 10, maxLeads, features: ['Leads'] };
  const { plan } = await ask(createPlan.data, createPlan.path, superAdmin, form);
  const order = { planId: plan._id, subscriptionId: null };
  const { id } = await ask(renewCreateOrder.data, renewCreateOrder.path, admin, order);
  const payment = { orderId: id, outcome: 'pay' };
  const paid = await ask(testCheckout.data, testCheckout.path, null, payment);
  if (paid.outcome !== 'pay') throw new Error('It was to be paid');
  await ask(renewVerifyPayment.data, renewVerifyPayment.path, admin, paid.proof);
}
