import { MOST_QUANTITY, mostTotal } from '@crm/contracts/fields.ts';
import type { UploadField } from '@crm/contracts/leads/upload-columns.ts';
import type { OfferId } from '@crm/events/ids.ts';
import { type Currency, toMinor } from '@crm/events/language/money.ts';
import { blankDetails, type LeadDetails } from '@crm/events/leads/details.ts';
import type { Read } from './cell.ts';
import { commonCurrency, readCurrency } from './currency.ts';
import type { Fields } from './fields.ts';
import { readAmount, readPaymentMode, readWhole } from './values.ts';

/** The offer of all rows of an upload. */
export type OfferRules = {
  offer: { id: OfferId; name: string; price: number; currency: Currency };
  useOfferPrice: boolean;
};

/**
 * Reads the product. Amount is the total and Price the unit price. With both and no Quantity, the quantity is Amount
 * divided by Price if that is a whole number, otherwise 1.
 */
export function productOf(
  fields: Fields,
  { offer, useOfferPrice }: OfferRules,
  errors: string[],
): LeadDetails['product'] {
  const { text, read } = fields;
  const fromCell = read('Quantity', (cell) => readWhole(cell, MOST_QUANTITY));
  const common = {
    ...blankDetails.product,
    offerId: offer.id,
    name: text('Offer', 200) ?? offer.name,
    paymentMode: read('Payment mode', readPaymentMode) ?? 'cod',
  };
  if (useOfferPrice) {
    const { price, currency } = offer;
    const quantity = fromCell ?? 1;
    return { ...common, currency, price, quantity, total: price * quantity };
  }
  const { currency, amount, price } = moneyOf(fields, errors);
  const divided = amount === null || price === null ? 1 : amount / price;
  const quantity = fromCell ?? (Number.isInteger(divided) && divided <= MOST_QUANTITY ? divided : 1);
  const most = mostTotal(quantity);
  if (amount !== null && amount > toMinor(most))
    errors.push(`${fields.nameOf('Amount')} cannot exceed ${most}`);
  return {
    ...common,
    currency,
    quantity,
    price: price ?? Math.round((amount ?? 0) / quantity),
    total: amount ?? (price ?? 0) * quantity,
  };
}

const moneyColumns = ['Cash (currency)', 'Amount', 'Price'] as const satisfies readonly UploadField[];

/** Whether the currency of a number format belongs to the value of this field. */
export const isMoney = (field: UploadField | null | undefined): boolean =>
  moneyColumns.some((column) => column === field);

/**
 * Reads Amount and Price in minor units. Their currency has a column, or its code or sign is beside the number or in the
 * format of its cell.
 */
function moneyOf({ read, has, nameOf, signOf }: Fields, errors: string[]) {
  const readMoney = <T>(field: (typeof moneyColumns)[number], how: (cell: string) => Read<T>) =>
    read(field, (cell) => how(signOf(field) + cell));
  const column = readMoney('Cash (currency)', readCurrency);
  const amount = readMoney('Amount', (cell) => readAmount(cell, mostTotal(MOST_QUANTITY)));
  const price = readMoney('Price', (cell) => readAmount(cell));
  if (!has('Amount') && !has('Price')) errors.push(`${nameOf('Amount')} or ${nameOf('Price')} is required`);
  const meant = [...(column ? [column] : []), ...(amount?.meant ?? []), ...(price?.meant ?? [])];
  const currency = meant.length === 0 ? 'INR' : commonCurrency(meant);
  if (currency === null) errors.push('Amount, Price and Cash (currency) have different currencies');
  return { currency: currency ?? 'INR', amount: amount?.minor ?? null, price: price?.minor ?? null };
}
