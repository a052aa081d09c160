import type * as contract from '@crm/contracts/payments/payments.ts';
import { paymentStatuses } from '@crm/events/payments/vocabulary.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import { oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';

/** The state in the page's URL. */
export const paymentListState = {
  ...paging,
  ...viewed,
  search,
  status: oneOf(['all', ...paymentStatuses], 'all'),
};

/** A page of the payments of all organisations. */
export const paymentList = ({ page, limit, search, status }: StateOf<typeof paymentListState>) =>
  queryOptions({
    ...read(
      address<typeof contract.listPayments>('GET', '/razorpay/payments'),
      { query: { page, limit, search: search || undefined, status: status === 'all' ? undefined : status } },
      { topics: ['payments'], mentions: ['tenants'] },
    ),
    placeholderData: keepPreviousData,
  });

export const retryAddress = address<typeof contract.retryPaymentGrant>(
  'POST',
  '/super-admin/payments/:id/retry',
);
