import type { Currency } from '@crm/events/language/money.ts';
import { formatMoney, moneyOf } from '../format/money.ts';

/** An amount of a payment as text. The server's amounts are in currencies of the product. */
export const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  formatMoney(moneyOf(amount, currency as Currency));
