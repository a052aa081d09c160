import type { DateOrder } from '@crm/events/leads/upload.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countryOf } from './countries.ts';
import { derivedOrderId, OrderIds } from './order-id.ts';
import { readAmount, readDate, readWhole } from './values.ts';

const now = Date.UTC(2025, 5, 1);
const date = (text: string, dateOrder: DateOrder | null = 'month-first', timeZone = 'UTC') => {
  const read = readDate(text, { now, dateOrder, timeZone });
  return read.kind === 'good' ? read.value.instant : read.why;
};

describe('a date', () => {
  test.each([
    ['2025-03-01', '2025-03-01T00:00:00.000Z'],
    ['03/01/2025', '2025-03-01T00:00:00.000Z'],
    ['3/1/2025', '2025-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2025-03-01T18:05:09', '2025-03-01T18:05:09.000Z'],
    ['2025-03-01 18:05', '2025-03-01T18:05:00.000Z'],
    ['3/1/2025 6:05:09 PM', '2025-03-01T18:05:09.000Z'],
    ['3/1/2025 12:00 AM', '2025-03-01T00:00:00.000Z'],
    ['3/1/2025 0:30 AM', '2025-03-01T00:30:00.000Z'],
    ['2025-03-01 23:59:59', '2025-03-01T23:59:59.000Z'],
    ['2025-06-02', '2025-06-02T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => expect(date(text)).toBe(instant));
  test.each(['2025-02-29', '31/01/2025', '2025-13-01', '0000-01-01', '1899-12-31'])(
    '%s is refused as no calendar day',
    (text) => expect(date(text)).toMatch(/^is no day of the calendar/),
  );
  test.each([
    '2025-03-01 24:30',
    '2025-03-01 10:75',
    '2025-03-01 10:30:99',
    '2025-03-01T23:59:60Z',
    '3/1/2025 13:00 AM',
    '3/1/2025 13:00 PM',
  ])('%s is refused as no time of a day', (text) =>
    expect(date(text)).toBe('has a time that no day has: it must be HH:MM or HH:MM:SS'),
  );
  test.each(['01.03.2025', '45717', '2025/03/01', 'yesterday', '2025-03-01 noon', '1/2/25'])(
    '%s is refused for its format',
    (text) => expect(date(text)).toBe('must be YYYY-MM-DD or MM/DD/YYYY'),
  );
  test.each([
    ['03/04/2025', 'day-first', '2025-04-03T00:00:00.000Z'],
    ['31/01/2025 18:05', 'day-first', '2025-01-31T18:05:00.000Z'],
    ['2025-03-04', 'day-first', '2025-03-04T00:00:00.000Z'],
    ['01/31/2025', 'day-first', 'is no day of the calendar: it must be YYYY-MM-DD or DD/MM/YYYY'],
    ['31/01/2025', null, '2025-01-31T00:00:00.000Z'],
    ['01/31/2025', null, '2025-01-31T00:00:00.000Z'],
    ['03/03/2025', null, '2025-03-03T00:00:00.000Z'],
    [
      '03/04/2025',
      null,
      '03/04/2025 can be read in two ways: choose whether the day or the month comes first',
    ],
  ] as const)('%s with the order %s is %s', (text, order, read) => expect(date(text, order)).toBe(read));
  test.each([
    ['2025-03-01', 'America/New_York', '2025-03-01T05:00:00.000Z'],
    ['3/13/2025 6:05 PM', 'America/New_York', '2025-03-13T22:05:00.000Z'],
    ['2025-03-01 18:05', 'Asia/Kolkata', '2025-03-01T12:35:00.000Z'],
    ['2025-03-01T18:05:00Z', 'Asia/Kolkata', '2025-03-01T18:05:00.000Z'],
  ])('%s in %s is %s', (text, timeZone, instant) => expect(date(text, null, timeZone)).toBe(instant));
  test('after tomorrow is refused', () => expect(date('2025-06-03')).toBe('lies in the future'));
});

describe('an amount', () => {
  test.each([
    ['5', 500],
    ['499.5', 49950],
    ['1,234.50', 123450],
    ['1,23,456.78', 12345678],
    ['1.234,50', 123450],
    ['499,9', 49990],
    ['₹499', 49900],
    ['Rs. 499.00', 49900],
    ['499 INR', 49900],
    ['$ 12.34', 1234],
    ['12 €', 1200],
    ['499 Rs.', 49900],
    ['usd 5', 500],
    ['US $5', 500],
    ['USD$5', 500],
    ['AED 12.50', 1250],
    ['د.إ 12.50', 1250],
    ['1,200 dirhams', 120000],
    ['500 US Dollars', 50000],
    ['1 234,50 U.S. dollars', 123450],
    ['Rupees 1,23,456', 12345600],
    ['0.500', 50],
    ['0,500', 50],
    ['0,5', 50],
    ['1234.500', 123450],
    ['1,234.500', 123450],
    ['13.049999999999999', 1305],
    ['0.10000000000013642', 10],
  ])('%s is %i', (text, minor) => expect(readAmount(text)).toMatchObject({ kind: 'good', value: { minor } }));
  test.each([
    ['0', 'must be a positive number'],
    ['-5', 'must be a positive number'],
    ['free', 'must be a positive number'],
    ['1.234', '1.234 can be read in two ways: write 1234, or with at most two decimals'],
    ['1.500', '1.500 can be read in two ways: write 1500, or with at most two decimals'],
    ['Rs. 12.000', '12.000 can be read in two ways: write 12000, or with at most two decimals'],
    ['1234.567', 'can have at most two decimals'],
    ['1234.0001', 'can have at most two decimals'],
    ['100000000', 'cannot exceed 99999999.99'],
    ['0,505', 'can have at most two decimals'],
    ['000,500', 'must be a positive number'],
    ['0,500.00', 'must be a positive number'],
    ['0.500,25', 'must be a positive number'],
    ['1e5', 'must be a positive number'],
    ['499 JPY', 'has the currency JPY, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['RSD 500', 'has the currency RSD, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['500 MRS', 'has the currency MRS, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['NRs 500', 'has the currency NRs, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['R$ 500', 'has the currency R$, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['USD.50', 'must be a positive number'],
    ['US 500', 'has the currency US, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['500 dollars', 'has the currency dollars, which must say which one: USD, CAD, AUD'],
    ['1 a 2', 'must be a positive number'],
    [`5 ${'a '.repeat(10_000)}`, 'must be a positive number'],
    ['Infinity', 'must be a positive number'],
    ['0x10', 'must be a positive number'],
  ])('%s is refused', (text, why) => expect(readAmount(text)).toEqual({ kind: 'wrong', why }));
  test('of any size is read exactly', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (minor) => {
        expect(readAmount((minor / 100).toFixed(2))).toEqual({ kind: 'good', value: { minor, meant: [] } });
      }),
    ));
});

test.each([
  ['IN', 'IN'],
  ['in', 'IN'],
  ['India', 'IN'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['united kingdom', 'GB'],
  ['UK', 'GB'],
  ['Côte d’Ivoire', 'CI'],
  ['Canada', 'CA'],
  ['Emirates', 'AE'],
  ['Germany', 'DE'],
  ['Serbia', 'RS'],
  ['Vietnam', 'VN'],
  ['Vanuatu', 'VU'],
  ['Yemen', 'YE'],
  ['Zimbabwe', 'ZW'],
  ['Curaçao', 'CW'],
  ['Myanmar', 'MM'],
  ['Myanmar (Burma)', 'MM'],
  ['DD', 'DE'],
  ['su', 'RU'],
  ['YU', 'RS'],
  ['NT', null],
  ['XX', null],
  ['Europe', null],
  ['ZZ', null],
])('the country %s is %s', (text, code) => expect(countryOf(text)).toBe(code));

test('reads only whole numbers from 1 to the limit', () => {
  expect(readWhole('12', 150)).toEqual({ kind: 'good', value: 12 });
  for (const text of ['0', '-1', '1.5', '151', 'x', '']) expect(readWhole(text, 150).kind).toBe('wrong');
});

describe('order ids', () => {
  test('belong to the first row that has them, among 50,000', () => {
    const ids = new OrderIds();
    for (let n = 0; n < 50_000; n += 1) expect(ids.take(`A-${n}`, n + 2)).toBeNull();
    for (let n = 0; n < 50_000; n += 997) expect(ids.take(`A-${n}`, 99_999)).toBe(n + 2);
  });
  test('derived from a row depend on the values and their order', () => {
    expect(derivedOrderId(['a', 'b'])).toMatch(/^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{4}$/);
    expect(derivedOrderId(['a', 'b'])).toBe(derivedOrderId(['a', 'b']));
    expect(derivedOrderId(['a', 'b'])).not.toBe(derivedOrderId(['b', 'a']));
  });
});
