import type * as contract from '@crm/contracts/subscriptions/subscriptions.ts';
import { queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';
import { pageOf, type SubscriptionListState } from './list/filters.ts';

/** A page of the subscriptions of all organisations: one answer, filtered and paged in the browser. */
export const subscriptionList = (state: SubscriptionListState) =>
  queryOptions({
    ...read(
      address<typeof contract.listSubscribers>('GET', '/super-admin/subscribers/'),
      {},
      { topics: ['subscriptions'] },
    ),
    select: ({ data, stale }) => ({ ...pageOf(data.subscriptions, state), stale }),
  });
