import type { Amounts } from '@crm/contracts/amounts.ts';
import { formatMoney, formatSums, moneyOf } from '../format/money.ts';
import { reportTexts } from './texts.ts';

/** ₹109.50 + $5.00: currencies are never added up. A dash without any. */
export const amounts = (of: Amounts): string =>
  formatSums(of.map(({ amount, currency }) => moneyOf(amount, currency))) || reportTexts.summary.nothing;

/** A text per currency. */
export const amountLines = (of: Amounts): string[] =>
  of.length === 0
    ? [reportTexts.summary.nothing]
    : of.map(({ amount, currency }) => formatMoney(moneyOf(amount, currency)));
