import { offerCategories } from '@crm/events/offers/categories.ts';
import { describe, expect, test } from 'vitest';
import { plainText } from '../issues.ts';
import { fieldErrors } from '../test/field-errors.ts';
import { createOffer, listOffers, updateOffer } from './offers.ts';

const typed = { name: 'Knee oil', category: 'joint-health', price: 49.99 };

describe('the offer form', () => {
  test('requires name, category and price', () =>
    expect(fieldErrors(createOffer.body, {})).toEqual({
      name: 'Offer name is required',
      category: 'Category is required',
      price: 'Price is required',
    }));

  test.each([
    ['name', ' ', 'Offer name is required'],
    ['name', 'x'.repeat(201), 'Offer name cannot exceed 200 characters'],
    ['category', '', 'Category is required'],
    ['category', 'cars', `Must be one of ${offerCategories.join(', ')}`],
    ['price', '', 'Price is required'],
    ['price', null, 'Price is required'],
    ['price', ' ', 'Price is required'],
    ['price', 'free', 'Enter digits and a decimal point, such as 1299.50'],
    ['price', '1,299.50', 'Enter digits and a decimal point, such as 1299.50'],
    ['price', '12,50', 'Enter digits and a decimal point, such as 1299.50'],
    ['price', '0x10', 'Enter digits and a decimal point, such as 1299.50'],
    ['price', -0.01, 'Price cannot be negative'],
    ['price', '1000000', 'Price cannot exceed 999999.99'],
    ['price', 1.005, 'At most two decimals'],
    ['stockQuantity', -1, 'Must be a positive number'],
    ['stockQuantity', 1.5, 'Must be a whole number'],
    ['stockQuantity', 'many', 'Must be a whole number'],
    ['stockQuantity', 1e10, 'Cannot exceed 1000000000'],
    ['currency', 'JPY', 'Must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
  ])('rejects %s %j with "%s"', (field, value, text) =>
    expect(fieldErrors(createOffer.body, { ...typed, [field]: value })).toEqual({ [field]: text }),
  );

  test.each([0, '0', '5.', ' 5 ', 999_999.99, '999999.99'])('accepts a price of %j', (price) =>
    expect(createOffer.body.parse({ ...typed, price }).price).toBe(Number(price)),
  );
  test('defaults to active, USD and unlimited stock', () => {
    expect(createOffer.body.parse(typed)).toMatchObject({ currency: 'USD', isActive: true });
    expect(createOffer.body.parse({ ...typed, stockQuantity: '' }).stockQuantity).toBeNull();
  });
});

describe('an edit of an offer', () => {
  test('contains only the sent fields', () => {
    expect(updateOffer.body.parse({})).toEqual({});
    expect(updateOffer.body.parse({ price: '5' })).toEqual({ price: 5 });
    expect(updateOffer.body.parse({ stockQuantity: null })).toEqual({ stockQuantity: null });
  });
});

test('a filter by a category that does not exist lists the categories', () => {
  const filtered = listOffers.query.safeParse({ category: 'cars' }, { error: plainText });
  expect(filtered.error?.issues[0]?.message).toBe(`Must be one of ${offerCategories.join(', ')}`);
});
