import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  age,
  amount,
  email,
  flag,
  id,
  isPhone,
  optional,
  optionalPhone,
  optionalText,
  phone,
  positiveAmount,
  priceOr,
  quantity,
  requiredText,
} from './fields.ts';
import { fieldErrors } from './test/field-errors.ts';

/** The parsed value, or the error text. */
const read = (schema: z.ZodType, value: unknown) => {
  const form = z.object({ field: schema });
  return fieldErrors(form, { field: value })['field'] ?? form.parse({ field: value }).field;
};

test.each([
  [undefined, 'This field is required'],
  ['', 'This field is required'],
  ['7', 'Must be an id'],
])('an id refuses %j with %j', (value, text) => expect(read(id, value)).toBe(text));

describe('a phone', () => {
  test.each([
    '1234567',
    '123456789012345',
    '+919876543210',
    '+91 98765-43210',
    '(020) 7946 0000',
    ' 0484 236 1000 ',
  ])('accepts %s', (text) => expect(read(phone, text)).toBe(text.trim()));
  test.each(['\u202a', '\u202c', '\u200e', '\u200f', '\u200b', '\u00ad', '\ufeff', '\u2066'])(
    'is stored without the invisible character %j',
    (invisible) => {
      const written = '+91 98765 43210';
      for (let at = 0; at <= written.length; at += 1) {
        const pasted = `${written.slice(0, at)}${invisible}${written.slice(at)}`;
        expect(read(phone, pasted)).toBe(written);
        expect(read(optionalPhone, `${invisible} ${pasted}`)).toBe(written);
      }
    },
  );
  test('drops the .0 of a decimal number', () => expect(read(phone, '9876543210.0')).toBe('9876543210'));

  test.each([
    '123456',
    '1234567890123456',
    '98765x43210',
    '+',
    '++919876543210',
    '91+9876543210',
    '٠١٢٣٤٥٦٧٨',
    `1234567${' '.repeat(1000)}8`,
  ])('rejects %s', (text) => expect(read(phone, text)).toBe('Please enter a valid phone number'));

  test('has 7 to 15 digits, regardless of separators', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 20 });
    const between = fc.constantFrom('', ' ', '-', '(', ')');
    fc.assert(
      fc.property(digits, between, fc.constantFrom('', '+'), (number, sign, plus) => {
        expect(isPhone(plus + [...number].join(sign))).toBe(number.length >= 7 && number.length <= 15);
      }),
    );
  });
});

describe('an amount', () => {
  test('accepts two decimals, as a number or as text', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999_999), (minor) => {
        const written = (minor / 100).toFixed(2);
        expect(read(amount, minor / 100)).toBe(minor / 100);
        expect(read(amount, written)).toBe(minor / 100);
      }),
    );
  });
  test('accepts prices that a program has multiplied or subtracted, without its rounding error', () => {
    const minor = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(minor, minor, fc.integer({ min: 1, max: 9_999 }), (price, discount, quantity) => {
        expect(read(amount, (price / 100) * quantity)).toBe((price * quantity) / 100);
        const [less, more] = [Math.min(price, discount), Math.max(price, discount)];
        expect(read(amount, more / 100 - less / 100)).toBe((more - less) / 100);
      }),
    );
    expect(read(positiveAmount, '13.049999999999999')).toBe(13.05);
    expect(read(priceOr('Enter a price'), 4.35 * 3)).toBe(13.05);
  });
  test.each([
    [49.999, 'At most two decimals'],
    [1.005, 'At most two decimals'],
    [99_999_999.999, 'Cannot exceed 99999999.99'],
    ['0.001', 'At most two decimals'],
    [100_000_000, 'Cannot exceed 99999999.99'],
    [-0.01, 'Must be a positive number'],
    ['', 'This field is required'],
    ['12,50', 'Must be a positive number'],
    ['0x10', 'Must be a positive number'],
    ['1e3', 'Must be a positive number'],
    ['9'.repeat(400), 'Must be a positive number'],
    [Number.NaN, 'Must be a positive number'],
    [null, 'This field is required'],
    [{}, 'Must be a positive number'],
    [[5], 'Must be a positive number'],
    [true, 'Must be a positive number'],
  ])('%j is rejected: %s', (value, text) => expect(read(amount, value)).toBe(text));
  test('may be zero, but a price may not', () => {
    expect(read(amount, 0)).toBe(0);
    expect(read(positiveAmount, '0')).toBe('Must be a positive number');
  });
});

describe('a quantity and an age', () => {
  test.each([
    [quantity, '3', 3],
    [quantity, 1, 1],
    [quantity, 0, 'Must be a positive number'],
    [quantity, '-1', 'Must be a positive number'],
    [quantity, 1.5, 'Must be a whole number'],
    [quantity, 100_001, 'Cannot exceed 100000'],
    [age, '41', 41],
    [age, 151, 'Cannot exceed 150'],
  ])('case %#', (schema, value, answer) => expect(read(schema, value)).toBe(answer));
});

describe('a flag', () => {
  test.each([
    [true, true],
    ['true', true],
    ['1', true],
    [false, false],
    ['false', false],
    ['0', false],
    ['yes', 'Must be true or false'],
    [1, 'Must be true or false'],
    [null, 'This field is required'],
    [undefined, 'This field is required'],
  ])('reads %j as %j', (value, answer) => expect(read(flag, value)).toBe(answer));
});

describe('a text', () => {
  test.each([
    [undefined, 'This field is required'],
    [null, 'This field is required'],
    [7, 'Must be text'],
    ['', 'This field is required'],
    ['   ', 'This field is required'],
    ['a', 'Must be at least 2 characters'],
    ['abcdef', 'Cannot exceed 5 characters'],
    [' ab ', 'ab'],
    ['😀', 'Must be at least 2 characters'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
  ])('that is required: %j gives %j', (value, answer) =>
    expect(read(requiredText(2, 5), value)).toBe(answer),
  );

  test.each([
    [undefined, null],
    [null, null],
    ['', null],
    ['  ', null],
    ['a', 'Must be at least 2 characters'],
    ['abcdef', 'Cannot exceed 5 characters'],
    [7, 'Must be text'],
    [' ab ', 'ab'],
    ['😀', 'Must be at least 2 characters'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
  ])('that is optional: %j gives %j', (value, answer) =>
    expect(read(optionalText(5, 2), value)).toBe(answer),
  );
});

describe('an email', () => {
  test.each([
    'a@b.co',
    ' ravi.kumar+crm@example.test ',
    'رavi@example.test',
    'रवि@उदाहरण.भारत',
    "o'neil_x@mail-1.sub.example.test",
    'ravi@xn--p1b6ci4b4b3a.xn--11b5bs1di',
  ])('accepts %s', (text) => expect(read(email, text)).toBe(text.trim()));
  test.each([
    ['', 'This field is required'],
    ['ravi', 'Please enter a valid email address'],
    ['ravi@', 'Please enter a valid email address'],
    ['ravi@gmail', 'Please enter a valid email address'],
    ['ravi@gmail,com', 'Please enter a valid email address'],
    ['ravi@gmail..com', 'Please enter a valid email address'],
    ['ravi@.com', 'Please enter a valid email address'],
    ['ravi@gmail.com.', 'Please enter a valid email address'],
    ['ravi@-gmail.com', 'Please enter a valid email address'],
    ['<ravi@gmail.com>', 'Please enter a valid email address'],
    ['ravi;asha@gmail.com', 'Please enter a valid email address'],
    ['ravi kumar@example.test', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@example.test`, 'Cannot exceed 254 characters'],
  ])('rejects %j: %s', (text, answer) => expect(read(email, text)).toBe(answer));
});

test('an optional field may be missing, null or blank, but not invalid', () => {
  for (const nothing of [undefined, null, '', ' ']) expect(read(optional(quantity), nothing)).toBeNull();
  expect(read(optional(quantity), '0')).toBe('Must be a positive number');
});
