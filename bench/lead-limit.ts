import { listPlans } from '@crm/contracts/plans/plans.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { z } from 'zod';
import { signIn } from './console-user.ts';

/**
 * Takes the limit of leads from the subscription of the demo's first tenant. A subscriber keeps the terms that were sold,
 * so the plan is changed, and the subscription is cancelled for its end and renewed.
 */
export async function takeLeadLimit(url: string): Promise<void> {
  const authorization = `Bearer ${await signIn(url, 'super@demo.test')}`;
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/super-admin${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const plans = z.object({ data: listPlans.data }).parse(await call('GET', '/plans')).data;
  const subscribers = z.object({ data: listSubscribers.data }).parse(await call('GET', '/subscribers/'));
  const subscription = subscribers.data.subscriptions.find(
    ({ userId }) => userId?.email === 'admin@demo.test',
  );
  const plan = plans.find(({ name }) => name === subscription?.planId.name);
  if (!subscription || !plan) throw new Error('The demo has no subscription');
  await call('PUT', `/plans/${plan._id}`, { maxLeads: null });
  await call('POST', `/subscriptions/${subscription._id}/cancel`, { immediate: false });
  await call('POST', `/subscriptions/${subscription._id}/renew`, {});
}
