import type * as contract from '@crm/contracts/payments/payments.ts';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';

/** The subscription of the user's organisation, and how to renew it. */
export const ownSubscription = read(
  address<typeof contract.ownSubscription>('GET', '/razorpay/subscription'),
  {},
  { topics: ['subscriptions', 'tenant', 'plans'] },
);

/** A page of the payments of the organisation, newest first. */
export const transactions = (page: number, limit: number) =>
  read(
    address<typeof contract.listTransactions>('GET', '/razorpay/transactions'),
    { query: { page, limit } },
    { topics: ['payments'] },
  );

export const receiptAddress = address<typeof contract.transactionReceipt>(
  'GET',
  '/razorpay/transactions/:id/receipt',
);
export const cancelAddress = address<typeof contract.cancelOwnSubscription>(
  'PUT',
  '/razorpay/subscription/:id/cancel',
);
