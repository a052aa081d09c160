import type { Offer } from '@crm/contracts/offers/offers.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { type OfferValues, offerForm } from './values.ts';

const { blank, valuesOf, checkNew, checkEdit } = offerForm;

const filled: OfferValues = {
  ...blank,
  name: 'Black Seed Oil',
  category: 'immune-support',
  price: '49.90',
};

/** The body to send, or the error text per field. */
async function checked<Body>(check: Resolver<OfferValues, unknown, Body>, values: OfferValues) {
  const result = await check(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  const errors: FieldErrors<OfferValues> = result.errors;
  const texts = Object.entries(errors).map(([name, error]) => [name, error?.message]);
  return texts.length > 0 ? { errors: Object.fromEntries(texts) } : { body: result.values };
}

describe('a new offer', () => {
  test('sends typed numbers as numbers, and no stock for a blank field', async () => {
    expect(await checked(checkNew, filled)).toEqual({
      body: { ...filled, price: 49.9, stockQuantity: null },
    });
    expect(await checked(checkNew, { ...filled, stockQuantity: '12' })).toMatchObject({
      body: { stockQuantity: 12 },
    });
  });

  test('requires the mandatory fields', async () => {
    expect(await checked(checkNew, blank)).toEqual({
      errors: {
        name: 'Offer name is required',
        category: 'Category is required',
        price: 'Price is required',
      },
    });
  });

  test.each([
    ['-1', 'Price cannot be negative'],
    ['1000000', 'Price cannot exceed 999999.99'],
    ['1.999', 'At most two decimals'],
    ['a few', 'Enter digits and a decimal point, such as 1299.50'],
  ])('rejects a price of %s with "%s"', async (price, text) =>
    expect(await checked(checkNew, { ...filled, price })).toEqual({ errors: { price: text } }),
  );

  test('limits a name to 200 characters', async () =>
    expect(await checked(checkNew, { ...filled, name: 'x'.repeat(201) })).toEqual({
      errors: { name: 'Offer name cannot exceed 200 characters' },
    }));
});

describe('an edit of an offer', () => {
  const offer: Offer = {
    _id: 'c4b3d6a2-8f0e-4a52-9d3c-1d2b7e6f5a40',
    id: 'c4b3d6a2-8f0e-4a52-9d3c-1d2b7e6f5a40',
    name: 'Black Seed Oil',
    category: 'immune-support',
    price: 49.9,
    currentPrice: 49.9,
    currency: 'AED',
    stockQuantity: 10,
    isActive: true,
    stats: { totalLeads: 0 },
    conversionRate: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 0,
  };
  const before = valuesOf(offer);

  test('sends only the changed fields', async () => {
    expect(await checked(checkEdit(before, offer), before)).toEqual({ body: {} });
    expect(await checked(checkEdit(before, offer), { ...before, price: '45', stockQuantity: '' })).toEqual({
      body: { price: 45, stockQuantity: null },
    });
  });

  test('rejects an emptied mandatory field', async () => {
    expect(await checked(checkEdit(before, offer), { ...before, name: ' ', price: '' })).toEqual({
      errors: { name: 'Offer name is required', price: 'Price is required' },
    });
  });
});
