import { utils, type WorkSheet, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { checking } from '../../../test/checked.ts';
import { withFile } from '../../../test/read.ts';
import { cell, workbook } from '../../../test/workbook.ts';
import { check } from '../rows/check.ts';
import { formatOf, inTemplate } from './number-formats.ts';
import { openSheet } from './open.ts';

const digits = (template: string) => ({ kind: 'digits', template });
const currency = (sign: string) => ({ kind: 'currency', sign });

test.each([
  ['00000', digits('00000')],
  ['0000000000', digits('0000000000')],
  ['00000\\-0000', digits('00000-0000')],
  ['"+"0', digits('+0')],
  ['[$-409]00000', digits('00000')],
  ['[$$-409]#,##0.00', currency('$')],
  ['[$₹-4009]\\ #,##0.00', currency('₹')],
  ['[$Rs.-4009]\\ 0', currency('Rs')],
  ['[$CHF]\\ #,##0.00', currency('CHF')],
  ['[$د.إ.\u200f-3801]\\ #,##0.00', currency('د.إ')],
  ['_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-', currency('€')],
  ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\)', currency('$')],
  ['"R$" #,##0.00', currency('R$')],
  ['[Red]$0.00', currency('$')],
  ['0.00" USD"', currency('USD')],
  ['"Rs. "0', currency('Rs')],
  ['yyyy\\-mm\\-dd', { kind: 'date' }],
  ['General', null],
  ['@', null],
  ['0', null],
  ['0.00', null],
  ['#,##0.00;[Red]\\-#,##0.00', null],
  ['0.00E+00', null],
  ['0.00 "kg"', null],
  ['[$-409]0.00', null],
  [undefined, null],
])('the format %s is %j', (code, format) =>
  expect(formatOf(code === undefined ? 44 : 164, code)).toEqual(format),
);

test.each([
  ['00000', '2134', '02134'],
  ['00000-0000', '21341234', '02134-1234'],
  ['+0', '919876543210', '+919876543210'],
  ['000-0000', '9876543210', '987654-3210'],
  ['000', '0', '000'],
])('in %s, %s is %s', (template, number, text) => expect(inTemplate(template, number)).toBe(text));

describe('a sheet has the same leads in each format', () => {
  const names = ['Customer', 'Phone', 'ZIP', 'Amount', 'Shade'];
  const formats = ['0000000000', '00000', '[$$-409]#,##0.00', '[$€-407]\\ 0', '[$CHF]\\ 0.00'];
  /** Each cell as its value and the place of its format, from 1. */
  const rows: [value: string | number, format?: number][][] = [
    [['Asha Rao'], [987654321, 1], [2134, 2], [49.9, 3], [7, 4]],
    [['Ravi Das'], [987654322, 1], [1067, 2], [5, 4], [8]],
    [['Mina Roy'], [987654323, 1], [1067, 2], [5, 5], [9]],
    [['Omar Ali'], [987654324, 1], [94103, 2], [5], [10]],
  ];
  const csv = [
    names.join(),
    'Asha Rao,0987654321,02134,$49.90,7',
    'Ravi Das,0987654322,01067,€ 5,8',
    'Mina Roy,0987654323,01067,CHF 5.00,9',
    'Omar Ali,0987654324,94103,5,10',
  ].join('\n');
  const lines = [names.map((name): [string] => [name]), ...rows];
  const xlsx = () => {
    const xml = lines.map((line, at) => {
      const cells = line.map(([value, format], column) => cell(`${'ABCDE'[column]}${at + 1}`, value, format));
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    });
    return workbook({ sheet: `<sheetData>${xml.join('')}</sheetData>`, formats });
  };
  const xls = () => {
    const sheet: WorkSheet = utils.aoa_to_sheet(lines.map((line) => line.map(([value]) => value)));
    for (const [row, line] of lines.entries())
      for (const [column, [, format]] of line.entries()) {
        const code = formats[(format ?? 0) - 1];
        if (code !== undefined) sheet[utils.encode_cell({ r: row, c: column })].z = code;
      }
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Leads');
    return Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }));
  };
  const read = (bytes: Buffer | string) =>
    withFile(bytes, async (file) => {
      const rules = { ...checking.rules, useOfferPrice: false };
      const mapping = { Shade: 'Additional field' } as const;
      const found: unknown[] = [];
      for await (const part of check(await openSheet(file), { ...checking, rules, mapping }))
        if (part.kind === 'rows')
          for (const row of part.rows) {
            if (row.kind === 'wrong') found.push(row.errors);
            else {
              const { customer, address, product, source } = row.lead.details;
              const { total, currency } = product;
              found.push([customer.phone, address.postIndex, total, currency, source.extra]);
            }
          }
      return found;
    });
  const leads = [
    ['0987654321', '02134', 4990, 'USD', { Shade: '7' }],
    ['0987654322', '01067', 500, 'EUR', { Shade: '8' }],
    ['Amount has the currency CHF, which must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR'],
    ['0987654324', '94103', 500, 'INR', { Shade: '10' }],
  ];
  test.each([
    ['csv', () => csv],
    ['xlsx', xlsx],
    ['xls', xls],
  ])('.%s', async (_, bytes) => expect(await read(bytes())).toEqual(leads));
});
