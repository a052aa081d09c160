import { ownSubscription } from '@crm/contracts/payments/payments.ts';
import { type QueryDeclaration, query } from '../query.ts';
import { ownSubscriptionOf } from '../subscriptions/list.ts';
import type { SubscriptionRow } from '../subscriptions/table.ts';
import { paymentReaders } from './readers.ts';

/** Reads the billing subscription of the caller's organisation, by the primary key, and how it can be renewed. */
export const subscription: QueryDeclaration = (deps) =>
  query({
    endpoint: ownSubscription,
    policy: paymentReaders,
    reads: ['subscriptions'],
    async run({ caller }, db) {
      const { rows } = await db.query<SubscriptionRow>('select * from subscriptions where tenant = $1', [
        caller.tenant,
      ]);
      const [row] = rows;
      return {
        kind: 'answer',
        data: {
          subscription: row ? ownSubscriptionOf(row, new Date()) : null,
          renewal: deps.payments.renewal,
        },
      };
    },
  })(deps);
