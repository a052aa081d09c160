import type * as contract from '@crm/contracts/payments/checkout.ts';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';

export const createOrder = address<typeof contract.createOrder>('POST', '/razorpay/create-order');
export const verifyPayment = address<typeof contract.verifyPayment>('POST', '/razorpay/verify-payment');
export const renewCreateOrder = address<typeof contract.renewCreateOrder>(
  'POST',
  '/razorpay/renew-create-order',
);
export const renewVerifyPayment = address<typeof contract.renewVerifyPayment>(
  'POST',
  '/razorpay/renew-verify-payment',
);
export const testCheckout = address<typeof contract.testCheckout>('POST', '/razorpay/test-checkout');

/** Whether payments are tests. */
export const checkoutSettings = read(
  address<typeof contract.checkoutSettings>('GET', '/razorpay/checkout'),
  {},
  { topics: [] },
);
