import { ownSubscription } from '@crm/contracts/payments/payments.ts';
import type { PlanOnSale } from '@crm/contracts/plans/plans.ts';
import { PlanId } from '@crm/events/ids.ts';
import { plans } from '@crm/events/plans/aggregate.ts';
import { planStream } from '@crm/events/streams.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { Config } from '@crm/platform/config/config.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { onSale } from '../plans/list.ts';
import { type QueryDeclaration, query } from '../query.ts';
import { ownSubscriptionOf } from '../subscriptions/list.ts';
import type { SubscriptionRow } from '../subscriptions/table.ts';
import { paymentReaders } from './readers.ts';

/** Reads the billing subscription of the caller's organisation, by the primary key, and how it can be renewed. */
export const subscription: QueryDeclaration<{ renewal: Config['renewal'] }> = (deps) =>
  query({
    endpoint: ownSubscription,
    policy: paymentReaders,
    reads: ['subscriptions'],
    async run({ caller }, db, { store }) {
      const { rows } = await db.query<SubscriptionRow>('select * from subscriptions where tenant = $1', [
        caller.tenant,
      ]);
      const [row] = rows;
      return {
        kind: 'answer',
        data: {
          subscription: row ? ownSubscriptionOf(row, new Date()) : null,
          renewalPlan: row ? await presentPlan(store, row.plan.id) : null,
          renewal: deps.renewal,
        },
      };
    },
  })(deps);

/** From its stream: a connection of an organisation sees no rows of plans. */
async function presentPlan(store: EventStore, id: string): Promise<PlanOnSale | null> {
  const plan = await loadState(store, plans, planStream(PlanId.parse(id)));
  return plan.phase === 'present' ? onSale({ id, details: plan.details }) : null;
}
