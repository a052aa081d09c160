import { OfferId } from '@crm/events/ids.ts';
import { blankDetails, differences } from '@crm/events/leads/details.ts';
import { describe, expect, test } from 'vitest';
import { changesOf, newDetails } from './details.ts';

const offer = {
  name: 'Black Seed Oil',
  category: 'immune-support' as const,
  price: 14_900,
  currency: 'AED' as const,
  stockQuantity: null,
  isActive: true,
};
const source = { orderSource: 'api' as const, referer: null, extra: {} };
const fields = { fullName: 'Asha Rao', phone: '+91 98200 11111', quantity: 3 };

describe('newDetails', () => {
  test('takes name, price and currency from the offer, and computes the total from price and quantity', () => {
    const { product } = newDetails(fields, offer, source);
    expect(product).toMatchObject({ name: 'Black Seed Oil', price: 14_900, currency: 'AED', total: 44_700 });
  });

  test("prefers the sender's name, price, currency and total", () => {
    const changes = { ...fields, productName: 'Gift box', price: 9.99, currency: 'GBP' as const };
    const { product } = newDetails(changes, offer, source);
    expect(product).toMatchObject({ name: 'Gift box', price: 999, currency: 'GBP', total: 2_997 });
    expect(newDetails(changes, offer, source, 25).product.total).toBe(2_500);
    expect(newDetails(changes, offer, source, 0).product.total).toBe(0);
  });

  test("takes the currency with the offer's price, and keeps the sender's as an additional field", () => {
    const sent = { ...fields, currency: 'INR' as const, price: null };
    const withClick = { ...source, extra: { clickId: '12' } };
    const { product, source: kept } = newDetails(sent, offer, withClick);
    expect(product).toMatchObject({ price: 14_900, currency: 'AED', total: 44_700 });
    expect(kept.extra).toEqual({ clickId: '12', currency: 'INR' });
    const same = newDetails({ ...sent, currency: 'AED' }, offer, source);
    expect(same.product).toMatchObject({ price: 14_900, currency: 'AED', total: 44_700 });
    expect(same.source.extra).toEqual({});
  });

  test("a total in another currency than the offer's price keeps its currency and gives the price", () => {
    const sent = { ...fields, currency: 'INR' as const };
    const { product, source: kept } = newDetails(sent, offer, source, 1_000);
    expect(product).toMatchObject({ price: 33_333, currency: 'INR', total: 100_000 });
    expect(kept.extra).toEqual({});
    const discounted = newDetails({ ...fields, currency: 'AED' }, offer, source, 400);
    expect(discounted.product).toMatchObject({ price: 14_900, currency: 'AED', total: 40_000 });
  });

  test('converts amounts to whole minor units', () => {
    for (const price of [0.01, 0.07, 1.1, 4.35, 19.99, 1.005e6, 99_999_999.99]) {
      const { product } = newDetails({ ...fields, price }, null, source);
      expect(product.price).toBe(Number((price * 100).toFixed(0)));
      expect(Number.isSafeInteger(product.total)).toBe(true);
    }
  });

  test('uses the defaults for missing fields', () => {
    const details = newDetails(fields, null, source);
    expect(details.product.paymentMode).toBe('cod');
    expect(details.address).toEqual(blankDetails.address);
    expect(details.handling).toEqual(blankDetails.handling);
  });
});

describe('changesOf', () => {
  const before = newDetails(
    { ...fields, city: 'Pune', offer: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000') },
    offer,
    source,
  );

  test('has no change for an absent field', () => expect(differences(before, changesOf({}))).toBeNull());

  test('clears an optional field with null, and ignores null for a required field', () => {
    const changes = differences(before, changesOf({ city: null, offer: null, fullName: null, price: null }));
    expect(changes).toEqual({ address: { city: null }, product: { offerId: null } });
  });
});
