import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyChanges,
  differences,
  hasAddress,
  type LeadChanges,
  normalisePhone,
  withTotal,
} from './details.ts';
import { details } from './story.ts';

const words = fc.string({ unit: 'grapheme', maxLength: 8 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
/** Any fields of any groups, said, said as undefined or not said at all; sometimes what already stands. */
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
  test('comes to the same, said whole or as its differences alone', () => {
    fc.assert(
      fc.property(changes, (said) => {
        const different = differences(details, said);
        expect(applyChanges(details, different ?? {})).toEqual(applyChanges(details, said));
      }),
    );
  });

  test('has no difference to what stands after it', () => {
    fc.assert(
      fc.property(changes, (said) => {
        expect(differences(applyChanges(details, said), said)).toBeNull();
      }),
    );
  });

  test('tells of no field that it leaves as it is', () => {
    fc.assert(
      fc.property(changes, (said) => {
        const before: Record<string, Record<string, unknown>> = details;
        for (const [group, fields] of Object.entries(differences(details, said) ?? {}))
          for (const [field, value] of Object.entries(fields ?? {}))
            expect(value).not.toEqual(before[group]?.[field]);
      }),
    );
  });

  test('leaves what stood before untouched', () => {
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
  test('is what the edit says it is', () => expect(totalAfter({ quantity: 3, total: 5 })).toBe(5));
  test('stays when neither changes, although a form repeats them', () => {
    expect(totalAfter({ price: 4999, quantity: 2 })).toBeUndefined();
    expect(totalAfter({ name: 'Back oil' })).toBeUndefined();
    expect(totalAfter(undefined)).toBeUndefined();
  });
});

describe('an address', () => {
  const nowhere = applyChanges(details, {
    address: { address: null, landmark: null, city: null, state: null, postIndex: null, country: null },
  }).address;

  test('is there when any part is', () => {
    for (const part of ['address2', 'nearBy', 'country'] as const)
      expect(hasAddress({ ...nowhere, [part]: 'Kochi' })).toBe(true);
  });
  test('is not there when all are missing or blank', () => {
    expect(hasAddress(nowhere)).toBe(false);
    expect(hasAddress({ ...nowhere, city: ' \t', state: '' })).toBe(false);
  });
});

describe('a phone is found however it was written', () => {
  test.each([
    ['+91 98765 43210', '919876543210'],
    ['0091-98765-43210', '919876543210'],
    ['(0)20 7946 0000', '2079460000'],
    ['020 7946 0000', '2079460000'],
    ['+971 50 123 4567', '971501234567'],
    ['000', ''],
  ])('%s', (written, normal) => expect(normalisePhone(written)).toBe(normal));

  test('normalised again it stays', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normalisePhone(normalisePhone(text))).toBe(normalisePhone(text));
      }),
    );
  });
});
