import type * as contract from '@crm/contracts/subscriptions/subscriptions.ts';
import { queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';
import { pageOf, type SubscriptionListState } from './list/filters.ts';

/** The subscriptions of all organisations. */
export const subscribers = read(
  address<typeof contract.listSubscribers>('GET', '/super-admin/subscribers/'),
  {},
  { topics: ['subscriptions'], mentions: ['tenants'] },
);

/** A page of them: one answer, filtered and paged in the browser. */
export const subscriptionList = (state: SubscriptionListState) =>
  queryOptions({
    ...subscribers,
    select: ({ data, stale }) => ({ ...pageOf(data.subscriptions, state), stale }),
  });
