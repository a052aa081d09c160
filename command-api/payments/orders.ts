import {
  createOrder as createOrderCall,
  renewCreateOrder as renewCreateOrderCall,
} from '@crm/contracts/payments/checkout.ts';
import { refusals } from '@crm/contracts/refusals.ts';
import { purchasedTenant } from '@crm/events/derived-ids.ts';
import { PlanId, UserId } from '@crm/events/ids.ts';
import type { SoldPlan } from '@crm/events/subscriptions/events.ts';
import { actorOf, commandIdOf } from '@crm/platform/commands/envelope.ts';
import { anyone, tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import type { PaymentProvider } from '@crm/platform/payments/provider.ts';
import type { Pool } from 'pg';
import { userOfEmail } from '../auth/account.ts';
import { countAttempt, takeBack } from '../auth/failures.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Lookups } from '../handle/lookups.ts';
import { orderPlacer } from './place-order.ts';

/** Renewals are paid while the organisation is blocked. */
export const payingAdmins = { ...tenantAdmins, blockedTenant: 'served' } as const;

/**
 * Orders a plan for a new organisation. Refuses with 'email-taken' before money moves, 'plan-not-found', 'plan-not-for-sale',
 * 'plan-free', and 'rate-limited' after 10 orders of one network in 15 minutes. A username is unique in its organisation
 * only, so that of a new organisation's admin is always free.
 */
export const createOrder =
  (provider: PaymentProvider): CommandDeclaration =>
  (deps) => {
    const place = orderPlacer(deps, provider);
    return route(createOrderCall, anyone, async ({ body, caller, origin, guard, idempotencyKey: key }) => {
      const { planId, ...buyer } = body;
      const limit = orderLimit(deps.pool, origin.ip);
      return limit.exceptOutages(() =>
        place({
          commandId: commandIdOf({ caller: '', call: 'POST /razorpay/create-order', key, body }),
          actor: actorOf(caller),
          origin,
          guard,
          tenantOf: purchasedTenant,
          order: async () => {
            const tooMany = await limit.count();
            if (tooMany) return tooMany;
            const plan = await planForSale(deps.lookups, planId, null);
            if (isRefused(plan)) return plan;
            if (await userOfEmail(deps.pool, buyer.email)) return refused('email-taken');
            return { purpose: 'purchase', buyer, plan };
          },
        }),
      );
    });
  };

/**
 * Orders one more billing period for the caller's organisation. Refuses with 'subscription-not-found' for another
 * organisation's subscription, and like createOrder for the plan.
 */
export const renewCreateOrder =
  (provider: PaymentProvider): CommandDeclaration =>
  (deps) => {
    const place = orderPlacer(deps, provider);
    return route(
      renewCreateOrderCall,
      payingAdmins,
      async ({ body, caller, origin, guard, idempotencyKey: key }) => {
        const { planId, subscriptionId } = body;
        // A subscription's id is its organisation's.
        if (subscriptionId && subscriptionId !== caller.tenant) return refused('subscription-not-found');
        return place({
          commandId: commandIdOf({ caller: caller.id, call: 'POST /razorpay/renew-create-order', key, body }),
          actor: actorOf(caller),
          origin,
          guard,
          tenantOf: () => caller.tenant,
          order: async () => {
            const subscribed = await deps.lookups.subscribedPlan(caller.tenant);
            const plan = await planForSale(deps.lookups, planId, subscribed);
            if (isRefused(plan)) return plan;
            const user = await deps.lookups.user(UserId.parse(caller.id));
            if (!user) return refused('user-not-found');
            const { fullName, username, email } = user;
            return { purpose: 'renewal', buyer: { fullName, username, email }, plan };
          },
        });
      },
    );
  };

/** A plan's terms for an order. A subscriber may renew a plan that is no longer sold to others. */
async function planForSale(
  lookups: Lookups,
  id: string,
  subscribed: SoldPlan | null,
): Promise<SoldPlan | Refused> {
  const plan = await lookups.plan(PlanId.parse(id));
  if (!plan) return refused('plan-not-found');
  return plan.isActive || subscribed?.id === id ? plan.terms : refused('plan-not-for-sale');
}

/** The limit of orders of a network. */
function orderLimit(pool: Pool, ip: string) {
  const network = { own: `payment order network:${networkOf(ip)}` };
  let isCounted = false;
  return {
    /** Counts an order; refuses with 'rate-limited' when there are too many. */
    async count(): Promise<Refused | null> {
      const wait = await countAttempt(pool, network, new Date());
      isCounted = wait === null;
      return wait === null ? null : refused('rate-limited', { retryAfter: wait });
    },
    /** Runs an order, and takes its count back when an outage ended it. */
    async exceptOutages<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
      let answer: Result<T> | null = null;
      try {
        answer = await act();
        return answer;
      } finally {
        const isOutage = answer === null || (isRefused(answer) && refusals[answer.refusal].status === 503);
        if (isCounted && isOutage) await takeBack(pool, network);
      }
    },
  };
}
