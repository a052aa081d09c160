import type { Answered } from '@crm/contracts/endpoint.ts';
import { renewCreateOrder, renewVerifyPayment, testCheckout } from '@crm/contracts/payments/checkout.ts';
import { createPlan } from '@crm/contracts/plans/plans.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Caller } from './api/calls.ts';
import { fetchServed } from './served.ts';

/** Calls a running product. @returns a function that gets, or posts a body, and returns the data of the answer */
export const askOf =
  (url: string) =>
  async <T>(data: z.ZodType<T>, path: string, token: string | null, body?: object): Promise<T> => {
    const answer = await fetchServed(`${url}/api${path}`, {
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

type Asker = Pick<Caller, 'ask'>;
type People = { superAdmin: Asker; admin: Asker; anybody: Asker };

/** Renews an organisation with a plan of so many leads: the period goes on, and so does its count. */
export async function renewWith({ superAdmin, admin, anybody }: People, maxLeads: number): Promise<void> {
  const form = { name: `${maxLeads} leads`, price: 10, maxLeads, features: ['Leads'] };
  const { plan } = (await superAdmin.ask(createPlan, { body: form })).data;
  const order = { planId: plan._id, subscriptionId: null };
  const { id } = (await admin.ask(renewCreateOrder, { body: order })).data;
  const { data } = await anybody.ask(testCheckout, { body: { orderId: id, outcome: 'pay' } });
  if (data.outcome !== 'pay') throw new Error('It was to be paid');
  await admin.ask(renewVerifyPayment, { body: data.proof });
}

/** Like renewWith, on a running product; the people are named by their tokens. */
export function renewOver(
  url: string,
  { admin, superAdmin, maxLeads }: { admin: string; superAdmin: string; maxLeads: number },
) {
  const by = (token: string | null) => askerOn(url, token);
  return renewWith({ superAdmin: by(superAdmin), admin: by(admin), anybody: by(null) }, maxLeads);
}

function askerOn(url: string, token: string | null): Asker {
  const send = askOf(url);
  return {
    async ask(endpoint, input) {
      // Casts: an input has exactly the parts of its endpoint, and the answer is parsed with the endpoint's schema.
      const { body } = input as { body?: object };
      const data = (await send(endpoint.data, endpoint.path, token, body)) as Answered<typeof endpoint>;
      return { data, status: 200, message: undefined, pagination: undefined, position: undefined };
    },
  };
}
