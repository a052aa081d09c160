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
])('%s is %j', (text, meant) => expect(readCurrency(text)).toEqual({ kind: 'good', value: meant }));

test.each([
  'JPY',
  'US Dollars',
  'Canadian dollars',
  'R$',
  'HK$',
  'S$',
  'E£',
  '¥',
  'RSD',
  'NRs',
  'MRS',
  'Rupees',
  'USD EUR',
  'A$ USD',
  '499',
  '-',
])('%s is refused', (text) =>
  expect(readCurrency(text)).toEqual({ kind: 'wrong', why: `must be one of ${currencies.join(', ')}` }),
);

test('any other word is refused, also with a known sign or an amount beside it', () =>
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z]{1,8}$/),
      fc.constantFrom('', '5', '$', '₹ 5', ' USD'),
      (word, beside) => {
        const known = [...currencies, 'RS', 'US', 'A', 'AU', 'C', 'CA'];
        fc.pre(!known.some((each) => each === word.toUpperCase()));
        expect(readCurrency(word + beside).kind).toBe('wrong');
        expect(readCurrency(`${beside} ${word}`).kind).toBe('wrong');
      },
    ),
  ));
