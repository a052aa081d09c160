import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyChanges,
  differences,
  hasAddress,
  type LeadChanges,
  normalisePhone,
  totalDiffers,
  withTotal,
} from './details.ts';
import { details } from './story.ts';

const words = fc.string({ unit: 'grapheme', maxLength: 8 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
/** Any subset of fields, also with undefined or current values. */
const someOf = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(fields, { requiredKeys: [] });
const changes: fc.Arbitrary<LeadChanges> = someOf({
  customer: someOf({
    fullName: fc.oneof(words, fc.constant(details.customer.fullName), fc.constant(undefined)),
    email: maybe(words),
    age: maybe(fc.nat(150)),
  }),
  address: someOf({ city: fc.oneof(maybe(words), fc.constant(details.address.city)), state: maybe(words) }),
  product: someOf({ price: fc.oneof(fc.nat(), fc.constant(details.product.price)), quantity: fc.nat(9) }),
  source: someOf({ extra: fc.oneof(fc.dictionary(words, words), fc.constant({ utm: 'spring' })) }),
  handling: someOf({ isUrgent: fc.boolean(), remarks: maybe(words) }),
});

describe('an edit', () => {
  test('has the same result as its differences', () => {
    fc.assert(
      fc.property(changes, (edit) => {
        const different = differences(details, edit);
        expect(applyChanges(details, different ?? {})).toEqual(applyChanges(details, edit));
      }),
    );
  });

  test('has no differences after it was applied', () => {
    fc.assert(
      fc.property(changes, (edit) => {
        expect(differences(applyChanges(details, edit), edit)).toBeNull();
      }),
    );
  });

  test('has no unchanged field in its differences', () => {
    fc.assert(
      fc.property(changes, (edit) => {
        const before: Record<string, Record<string, unknown>> = details;
        for (const [group, fields] of Object.entries(differences(details, edit) ?? {}))
          for (const [field, value] of Object.entries(fields ?? {}))
            expect(value).not.toEqual(before[group]?.[field]);
      }),
    );
  });

  test('does not mutate the details before it', () => {
    const before = structuredClone(details);
    applyChanges(details, { customer: { fullName: 'Bob' }, source: { extra: {} } });
    expect(details).toEqual(before);
  });
});

describe('the total', () => {
  // A partner's own total: 2 pieces at 4999 for 9000.
  const discounted = applyChanges(details, { product: { total: 9000 } });
  const totalAfter = (product: LeadChanges['product']) => withTotal(discounted, { product }).product?.total;

  test('follows the quantity and the price', () => {
    expect(totalAfter({ quantity: 3 })).toBe(14997);
    expect(totalAfter({ price: 1 })).toBe(2);
    expect(totalAfter({ price: 10, quantity: 10 })).toBe(100);
  });
  test('is the one of the edit if given', () => expect(totalAfter({ quantity: 3, total: 5 })).toBe(5));
  test('stays when neither changes, also if a form repeats them', () => {
    expect(totalAfter({ price: 4999, quantity: 2 })).toBeUndefined();
    expect(totalAfter({ name: 'Back oil' })).toBeUndefined();
    expect(totalAfter(undefined)).toBeUndefined();
  });
});

describe('a total that an edit names', () => {
  // A partner's own total: 2 pieces at 4999 for 9000.
  const discounted = applyChanges(details, { product: { total: 9000 } });
  const differs = (product: LeadChanges['product']) => totalDiffers(discounted, { product });

  test('agrees with price times quantity', () => {
    expect(differs({ total: 9998 })).toBe(false);
    expect(differs({ quantity: 3, total: 14997 })).toBe(false);
    expect(differs({ quantity: 3 })).toBe(false);
  });
  test('agrees with the own total that the lead keeps', () => {
    expect(differs({ total: 9000 })).toBe(false);
    expect(differs({ price: 4999, quantity: 2, total: 9000 })).toBe(false);
  });
  test('differs otherwise', () => {
    expect(differs({ total: 8000 })).toBe(true);
    expect(differs({ quantity: 3, total: 9000 })).toBe(true);
    expect(differs({ price: 5000, total: 9000 })).toBe(true);
  });
});

describe('an address', () => {
  const nowhere = applyChanges(details, {
    address: { address: null, landmark: null, city: null, state: null, postIndex: null, country: null },
  }).address;

  test('is present if any part is', () => {
    for (const part of ['address2', 'nearBy', 'country'] as const)
      expect(hasAddress({ ...nowhere, [part]: 'Kochi' })).toBe(true);
  });
  test('is absent if all parts are missing or blank', () => {
    expect(hasAddress(nowhere)).toBe(false);
    expect(hasAddress({ ...nowhere, city: ' \t', state: '' })).toBe(false);
  });
  test('is absent if only the postal code is known', () => {
    expect(hasAddress({ ...nowhere, postIndex: '682016' })).toBe(false);
  });
});

describe('normalisePhone removes the format of a phone', () => {
  test.each([
    ['+91 98765 43210', '919876543210'],
    ['0091-98765-43210', '919876543210'],
    ['(0)20 7946 0000', '2079460000'],
    ['020 7946 0000', '2079460000'],
    ['+971 50 123 4567', '971501234567'],
    ['000', ''],
  ])('%s', (written, normal) => expect(normalisePhone(written)).toBe(normal));

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normalisePhone(normalisePhone(text))).toBe(normalisePhone(text));
      }),
    );
  });
});
