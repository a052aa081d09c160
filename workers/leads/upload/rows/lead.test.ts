import { texts } from '@crm/contracts/texts.ts';
import { OfferId } from '@crm/events/ids.ts';
import { describe, expect, test } from 'vitest';
import { NO_SIGNS, NOTHING_WRONG } from '../file/sheet.ts';
import { columnsOf, missingOf, unknownOf } from './columns.ts';
import { leadOf, type Rules } from './lead.ts';

const rules: Rules = {
  offer: {
    id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000'),
    name: 'Tea',
    price: 900,
    currency: 'EUR',
  },
  useOfferPrice: false,
  dateOrder: 'month-first',
  now: Date.UTC(2025, 5, 1),
  timeZone: 'UTC',
};
const row = (number: number, cells: string[]) => ({
  row: number,
  cells,
  wrong: NOTHING_WRONG,
  signs: NO_SIGNS,
});
const columns = (names: string[], mapping = {}, remembered = {}) =>
  columnsOf(row(1, names), mapping, remembered);

/** Reads one row, given as cells by column name. */
function read(cells: Record<string, string>, more: Partial<Rules> = {}, mapping = {}) {
  const whole = { Customer: 'Meera', Phone: '1234567', Amount: '5', ...cells };
  return leadOf(row(2, Object.values(whole)), columns(Object.keys(whole), mapping), { ...rules, ...more });
}
const product = (cells: Record<string, string>, more: Partial<Rules> = {}, mapping = {}) => {
  const lead = read(cells, more, mapping);
  if ('errors' in lead) throw new Error(lead.errors.join());
  const { price, quantity, total, currency } = lead.details.product;
  return { price, quantity, total, currency };
};
const errors = (cells: Record<string, string>, mapping = {}) => {
  const lead = read(cells, {}, mapping);
  return 'errors' in lead ? lead.errors : [];
};

test('drops the .0 of a phone that was a decimal number, and invisible characters', () => {
  for (const [cell, phone] of [
    ['9876543210.0', '9876543210'],
    ['+919876543210.0', '+919876543210'],
    ['98.76.54.0', '98.76.54.0'],
    ['\u202a+91 98765 43210\u202c', '+91 98765 43210'],
  ] as const)
    expect(read({ Phone: cell })).toMatchObject({ details: { customer: { phone } } });
});

test('dates a row in the time zone of the organisation, and knows it again in another one', () => {
  const [here, there] = ['UTC', 'America/New_York'].map((timeZone) =>
    read({ Date: '2025-03-01' }, { timeZone }),
  );
  expect(here).toMatchObject({ orderedAt: '2025-03-01T00:00:00.000Z' });
  expect(there).toMatchObject({
    orderedAt: '2025-03-01T05:00:00.000Z',
    orderId: here && 'orderId' in here ? here.orderId : 'none',
  });
});

describe('money', () => {
  const common = { currency: 'INR' };
  test.each([
    [{ Amount: '998' }, { price: 99800, quantity: 1, total: 99800 }],
    [
      { Amount: '', Price: '499' },
      { price: 49900, quantity: 1, total: 49900 },
    ],
    [
      { Amount: '998', Price: '499' },
      { price: 49900, quantity: 2, total: 99800 },
    ],
    [
      { Amount: '1000', Price: '499' },
      { price: 49900, quantity: 1, total: 100000 },
    ],
    [
      { Amount: '100', Price: '499' },
      { price: 49900, quantity: 1, total: 10000 },
    ],
  ])('%j', (cells, expected) => expect(product(cells)).toEqual({ ...common, ...expected }));
  test.each([
    [{ Amount: '$49.99' }, 'USD'],
    [{ Amount: '49.99 EUR' }, 'EUR'],
    [{ Amount: '', Price: '£5' }, 'GBP'],
    [{ Amount: '$10', Price: '5' }, 'USD'],
    [{ Amount: '$10', 'Cash (currency)': 'CAD' }, 'CAD'],
    [{ Amount: '$10 AUD' }, 'AUD'],
    [{ Amount: 'Rs. 499', 'Cash (currency)': '₹' }, 'INR'],
    [{ Amount: 'CA$10' }, 'CAD'],
    [{ Amount: '$10', 'Cash (currency)': 'A$' }, 'AUD'],
  ])('takes the currency that %j names', (cells, currency) =>
    expect(product(cells)).toMatchObject({ currency }),
  );
  test.each([
    { Amount: '$10', 'Cash (currency)': 'INR' },
    { Amount: '€10', Price: '$5' },
    { Amount: '₹10 USD' },
    { Amount: 'US$10', 'Cash (currency)': 'CAD' },
  ])('refuses the different currencies of %j', (cells) =>
    expect(errors(cells)).toEqual(['Amount, Price and Cash (currency) have different currencies']),
  );
  test('uses a quantity from its own column', () =>
    expect(product({ Amount: '', Price: '5', Pieces: '3' }, {}, { Pieces: 'Quantity' })).toEqual({
      ...common,
      price: 500,
      quantity: 3,
      total: 1500,
    }));
  test('may have any amount that price and quantity make, and no higher one', () => {
    const dear = { price: 200_000_000, total: 20_000_000_000 };
    expect(product({ Amount: '200000000', Price: '2000000' })).toMatchObject({ ...dear, quantity: 100 });
    const pieces = { Pieces: 'Quantity' };
    expect(product({ Amount: '200000000', Pieces: '100' }, {}, pieces)).toMatchObject({
      ...dear,
      quantity: 100,
    });
    expect(errors({ Amount: '100000000' })).toEqual(['Amount cannot exceed 99999999.99']);
    expect(errors({ Amount: '300000000', Pieces: '3' }, pieces)).toEqual([
      'Amount cannot exceed 299999999.97',
    ]);
    expect(errors({ Amount: '', Price: '100000000' })).toEqual(['Price cannot exceed 99999999.99']);
  });
  test('comes from the offer when the upload asks for it, regardless of the file', () =>
    expect(product({ Amount: 'free', 'Cash (currency)': 'JPY' }, { useOfferPrice: true })).toEqual({
      currency: 'EUR',
      price: 900,
      quantity: 1,
      total: 900,
    }));
});

describe('an error names its column', () => {
  test.each([
    [{ Customer: '' }, 'Customer is required'],
    [{ Phone: '' }, 'Phone is required'],
    [{ Phone: '123456' }, 'Phone must have 7 to 15 digits with an optional leading +'],
    [{ Phone: '9.19877E+11' }, /^Phone 9.19877E\+11 was cut short by a spreadsheet program/],
    [{ Amount: '' }, 'Amount or Price is required'],
    [{ 'E-Mail': 'meera' }, 'E-Mail must be a valid email address'],
    [{ Status: 'new' }, 'Status must be one of processing, approved, cancelled, hold, trash'],
    [{ Country: 'Atlantis' }, 'Country must be a 2-letter code or the name of a country'],
    [{ ID: 'A 1' }, 'ID cannot contain spaces or commas'],
    [{ ID: 'x'.repeat(101) }, 'ID cannot exceed 100 characters'],
    [{ ZIP: '1' }, 'ZIP must be at least 3 characters'],
    [{ Comment: 'x'.repeat(2001) }, 'Comment cannot exceed 2000 characters'],
    [{ Customer: 'a\0b' }, `Column A: ${texts.badCharacters}`],
    [{ Colour: 'half \ud83d' }, `Column D: ${texts.badCharacters}`],
    [{ Customer: 'M' }, 'Customer must have 2 to 100 characters, with Lastname'],
    [{ Customer: '😀' }, 'Customer must have 2 to 100 characters, with Lastname'],
    [{ ZIP: '😀😀' }, 'ZIP must be at least 3 characters'],
  ])('%j', (cells, message) => {
    expect(errors(cells)).toHaveLength(1);
    expect(errors(cells)[0]).toMatch(message);
  });
  test('none for 100 emoji in a text of at most 100 characters', () =>
    expect(errors({ Customer: '😀'.repeat(100), Comment: '😀'.repeat(2000) })).toEqual([]));
  test('with the name in the file when it differs', () =>
    expect(errors({ Phone: '1234567', Zweitnummer: '1' }, { Zweitnummer: 'Alternate phone' })).toEqual([
      'Alternate phone (column Zweitnummer) must have 7 to 15 digits with an optional leading +',
    ]));
  test('and all errors of a row are reported', () =>
    expect(errors({ Customer: '', Phone: '1', Amount: 'x' })).toHaveLength(3));
  test('cells beyond the header are an error of the row', () => {
    const shifted = leadOf(
      row(2, ['Meera', '1234567', '5', 'Road', ' Pune']),
      columns(['Customer', 'Phone', 'Amount']),
      rules,
    );
    expect(shifted).toEqual({ errors: [expect.stringMatching(/^The row has 5 cells, the header has 3/)] });
  });
});

test.each([
  ['a column of the lead', 'Comment', {}, false],
  ['an additional field', 'Shade', { Shade: 'Additional field' }, false],
  ['a column without a field', 'Shade', {}, true],
  ['a column that is left out', 'Comment', { Comment: null }, true],
] as const)('a spreadsheet error in %s', (_, name, mapping, isIgnored) => {
  const wrong = [{ column: 3, message: `Column D (${name}) has the spreadsheet error #N/A` }];
  const cells = ['Meera', '1234567', '5', '#N/A'];
  const lead = leadOf(
    { row: 2, cells, wrong, signs: NO_SIGNS },
    columns(['Customer', 'Phone', 'Amount', name], mapping),
    rules,
  );
  if (isIgnored) expect(lead).toMatchObject({ details: { customer: { fullName: 'Meera' } } });
  else expect(lead).toEqual({ errors: [wrong[0]?.message] });
});

test('a mistyped domain of an email refuses no row, as in other ways of creating a lead', () =>
  expect(read({ 'E-Mail': 'meera@gmail' })).toMatchObject({
    details: { customer: { email: 'meera@gmail' } },
  }));

test('reads statuses in any case; stores the decline reason of an open lead as an additional field', () => {
  expect(read({ Status: 'Approved', 'Decline reason': 'x' })).toMatchObject({
    status: 'approved',
    reason: 'x',
  });
  expect(read({ 'Decline reason': 'x' })).toMatchObject({
    status: 'processing',
    reason: null,
    details: { source: { extra: { decline_reason: 'x' } } },
  });
});

test('derives a missing order id from phone, name, date, money and offer', () => {
  const id = (cells: Record<string, string>, more: Partial<Rules> = {}) => {
    const lead = read(cells, more);
    return 'errors' in lead ? null : lead.orderId;
  };
  expect(id({ ID: 'A-1' })).toBe('A-1');
  expect(id({ Phone: '+12 345 67' })).toBe(id({ Phone: '1234567', Status: 'hold', Comment: 'later' }));
  const others = [
    id({}),
    id({ Phone: '12345678' }),
    id({ Customer: 'Omar' }),
    id({ Date: '2025-03-01' }),
    id({ Amount: '6' }),
    id({}, { offer: { ...rules.offer, id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000001') } }),
  ];
  expect(new Set(others).size).toBe(others.length);
});

describe('columns', () => {
  test('are recognised by exact name, by the mapping of the upload, or by a remembered mapping', () => {
    const { found } = columns(
      ['Customer', 'e-mail', 'Kunde', 'Shade', 'Notiz'],
      { Kunde: 'Phone' },
      { Kunde: 'City', Notiz: null },
    );
    expect(found.map(({ field, by, suggestion }) => [field, by, suggestion])).toEqual([
      ['Customer', 'name', null],
      [null, 'nothing', 'E-Mail'],
      ['Phone', 'mapping', null],
      [null, 'nothing', null],
      [null, 'remembered', null],
    ]);
    expect(unknownOf(columns(['Customer', 'Shade', 'Error', '', 'x'])).map(({ name }) => name)).toEqual([
      'Shade',
      'x',
    ]);
  });
  test('have suggestions that can all be taken without two columns for one field', () => {
    const { found } = columns(['Customer', 'Client name', 'Mobile', 'Tel'], { Tel: null });
    expect(found.map(({ suggestion }) => suggestion)).toEqual([null, null, 'Phone', null]);
    expect(columns(['Mobile', 'Tel']).found.map(({ suggestion }) => suggestion)).toEqual(['Phone', null]);
  });
  test('take no remembered field that another column has', () => {
    const remembered = { Tel: 'Phone', Mobile: 'Phone', Shade: 'Additional field', Hue: 'Additional field' };
    const fields = (names: string[], mapping = {}) =>
      columns(names, mapping, remembered).found.map(({ field, by }) => [field, by]);
    expect(fields(['Tel', 'Phone'])).toEqual([
      [null, 'nothing'],
      ['Phone', 'name'],
    ]);
    expect(fields(['Tel', 'Contact'], { Contact: 'Phone' })).toEqual([
      [null, 'nothing'],
      ['Phone', 'mapping'],
    ]);
    expect(fields(['Tel', 'Mobile', 'Shade', 'Hue'])).toEqual([
      ['Phone', 'remembered'],
      [null, 'nothing'],
      ['Additional field', 'remembered'],
      ['Additional field', 'remembered'],
    ]);
  });
  test('are refused when two have the same name or the same field', () => {
    expect(() => columns(['Phone', 'Customer', 'Phone'])).toThrow('Two columns are named Phone: A and C');
    expect(() => columns(['Phone', 'Tel'], { Tel: 'Phone' })).toThrow(
      'Two columns are taken for Phone: Phone (A) and Tel (B)',
    );
  });
  test('are named when they are missing', () => {
    expect(missingOf(columns(['customer', 'Phone']), false)).toEqual([
      'Column Customer is missing: it is required, and names are case-sensitive; column A is named customer',
      'Column Amount or Price is missing: one of them is required, or the offer’s price',
    ]);
    expect(missingOf(columns(['Customer', 'Phone']), true)).toEqual([]);
  });
});
