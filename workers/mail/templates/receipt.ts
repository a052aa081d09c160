import { utcMinute } from '@crm/events/language/utc-minute.ts';
import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

type ReceiptMail = {
  name: string;
  plan: string;
  /** With its currency: "99.00 USD". */
  amount: string;
  billingCycle: string;
  paidAt: Date;
  /** The provider's ids. */
  order: string;
  payment: string;
  /** Of the test mode: no money moved. */
  isTest: boolean;
  /** The account page, which has the receipt as PDF. */
  url: string;
};

/** The receipt of a purchase or renewal. */
export function receiptMail(receipt: ReceiptMail): MailText {
  const { name, plan, amount, billingCycle, paidAt, order, payment, isTest, url } = receipt;
  return layOut({
    subject: `${isTest ? 'Test receipt' : 'Receipt'}: ${plan}, ${amount}`,
    opening: isTest
      ? `Hello ${name}, this is a receipt of the test mode: no money was taken.`
      : `Hello ${name}, we have received your payment. Thank you.`,
    facts: [
      { name: 'Plan', value: `${plan}, ${billingCycle}` },
      { name: 'Amount', value: amount },
      { name: 'Date', value: utcMinute(paidAt) },
      { name: 'Order', value: order },
      { name: 'Payment', value: payment },
    ],
    action: { label: 'Open your account', url },
    reason: 'You get this mail because a plan was paid with this email address.',
  });
}

export const receiptSample: ReceiptMail = {
  name: 'Asha <Verma>',
  plan: 'Growth',
  amount: '99.00 USD',
  billingCycle: 'monthly',
  paidAt: new Date('2026-01-31T10:00:00.000Z'),
  order: 'order_NkLv0000000001',
  payment: 'pay_NkLw0000000002',
  isTest: false,
  url: 'https://crm.example.com/profile',
};
