import { currencies } from '@crm/events/language/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCurrency } from './currency.ts';

test.each([
  ['INR', ['INR']],
  ['499 usd', ['USD']],
  ['₹', ['INR']],
  ['Rs', ['INR']],
  ['Rs. 499', ['INR']],
  ['€ 5', ['EUR']],
  ['£', ['GBP']],
  ['$', ['USD', 'CAD', 'AUD']],
  ['US$', ['USD']],
  ['US $', ['USD']],
  ['A$', ['AUD']],
  ['AU$', ['AUD']],
  ['C$', ['CAD']],
  ['CA$ 12.50', ['CAD']],
  ['USD ($)', ['USD']],
  ['AUD$', ['AUD']],
  ['INR ₹', ['INR']],
  ['د.إ.', ['AED']],
  ['ر.س', ['SAR']],
  ['US Dollars', ['USD']],
  ['U.S. Dollar', ['USD']],
  ['Canadian dollars', ['CAD']],
  ['Dollars (AUD)', ['AUD']],
  ['$ (dollars)', ['USD', 'CAD', 'AUD']],
  ['Euros', ['EUR']],
  ['pounds sterling', ['GBP']],
  ['British Pound', ['GBP']],
  ['Rupees', ['INR']],
  ['INR - Indian Rupee', ['INR']],
  ['1,200 dirhams', ['AED']],
  ['UAE Dirham', ['AED']],
  ['Saudi Riyal', ['SAR']],
])('%s is %j', (text, meant) => expect(readCurrency(text)).toEqual({ kind: 'good', value: meant }));

test.each([
  'JPY',
  'US',
  'Canadian',
  'Hong Kong dollars',
  'Egyptian pounds',
  'Pakistani rupees',
  'Canadian euros',
  'R$',
  'HK$',
  'S$',
  'E£',
  '¥',
  'RSD',
  'NRs',
  'MRS',
  'USD EUR',
  'A$ USD',
  '499',
  '-',
])('%s is refused', (text) =>
  expect(readCurrency(text)).toEqual({ kind: 'wrong', why: `must be one of ${currencies.join(', ')}` }),
);

test('dollars alone are refused, because several countries have them', () =>
  expect(readCurrency('Dollars')).toEqual({ kind: 'wrong', why: 'must say which one: USD, CAD, AUD' }));

test('any other word is refused, also with a known sign or an amount beside it', () =>
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z]{1,8}$/),
      fc.constantFrom('', '5', '$', '₹ 5', ' USD'),
      (word, beside) => {
        const names = ['DOLLAR', 'EURO', 'POUND', 'STERLING', 'RUPEE', 'DIRHAM', 'RIYAL'];
        const countries = ['US', 'AMERICAN', 'CANADIAN', 'BRITISH', 'INDIAN', 'UAE', 'EMIRATI', 'SAUDI'];
        const known = [
          ...currencies,
          ...names,
          ...names.map((name) => `${name}S`),
          ...countries,
          'RS',
          'A',
          'AU',
          'C',
          'CA',
        ];
        fc.pre(!known.some((each) => each === word.toUpperCase()));
        expect(readCurrency(word + beside).kind).toBe('wrong');
        expect(readCurrency(`${beside} ${word}`).kind).toBe('wrong');
      },
    ),
  ));
