import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../test/read.ts';

const text = 'Customer,Phone\r\nJosé Ñandú,1234567\r\n';
const cells = [
  [1, 'Customer', 'Phone'],
  [2, 'José Ñandú', '1234567'],
];
const utf16be = (of: string) => Buffer.from(of, 'utf16le').swap16();

describe('detects the encoding of', () => {
  test.each([
    ['UTF-8', Buffer.from(text), 'UTF-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'UTF-8'],
    ['UTF-16 little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 big-endian with a mark', utf16be(`\ufeff${text}`), 'UTF-16'],
    ['UTF-16 little-endian without', Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['UTF-16 big-endian without', utf16be(text), 'UTF-16'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'Windows-1252'],
  ])('%s', async (_, bytes, encoding) => {
    const sheet = await readSheet(bytes);
    expect(sheet).toMatchObject({ format: 'csv', details: `${encoding}, separated by commas`, cells });
  });

  test('Windows-1252 whose first accent is in the last row', async () => {
    const many = `Customer,Phone\n${'Asha Rao,1234567\n'.repeat(30_000)}José,1234567 €\n`;
    const bytes = Buffer.from(many.replace('€', '\x80'), 'latin1');
    const sheet = await readSheet(bytes);
    expect(sheet.details).toMatch(/^Windows-1252/);
    expect(sheet.cells.at(-1)).toEqual([30_002, 'José', '1234567 €']);
  });

  test('UTF-8 with letters that were cut after a number of bytes', async () => {
    const rows = Buffer.from('Customer,Phone\nनाम,1234567\nJosé García,1234568\nअशोक,1234569\n');
    const cut = Buffer.concat([rows, Buffer.from('राम').subarray(0, -1), Buffer.from(',1234560\n')]);
    const { details, cells } = await readSheet(cut);
    expect(details).toMatch(/^UTF-8/);
    const names = ['Customer', 'नाम', 'José García', 'अशोक', 'रा\ufffd'];
    expect(cells.map(([, name]) => name)).toEqual(names);
    const marked = Buffer.concat([
      Buffer.from('\ufeffCustomer\nJos'),
      Buffer.from([0xc3]),
      Buffer.from('\n'),
    ]);
    expect((await readSheet(marked)).cells).toEqual([
      [1, 'Customer'],
      [2, 'Jos\ufffd'],
    ]);
  });

  test('UTF-8 whose characters are split between two chunks', async () => {
    const many = `Customer\n${'नाम\n'.repeat(100_000)}`;
    const { details, cells } = await readSheet(many);
    expect(details).toMatch(/^UTF-8/);
    expect(new Set(cells.slice(1).map(([, name]) => name))).toEqual(new Set(['नाम']));
  });
});

describe('detects the delimiter of a file separated by', () => {
  test.each([
    ['commas', 'Customer,Phone,"Comment; or, so"\nA B,1,"x;y;z"\n'],
    ['semicolons', 'Customer;Phone;"Comment; or, so"\nA B;1;x;y\n'],
    ['tabs', 'Customer\tPhone\t"Comment; or, so"\nA B\t1\tx\n'],
  ])('%s', async (name, file) => {
    const { details, cells } = await readSheet(file);
    expect(details).toBe(`UTF-8, separated by ${name}`);
    expect(cells[0]).toEqual([1, 'Customer', 'Phone', 'Comment; or, so']);
  });
});

test('reads newlines, delimiters and quotes inside a quoted cell', async () => {
  const { cells } = await readSheet('Customer,Comment\n"A ""B"" C","one\r\ntwo,\nthree"\nD E,5" screen\n');
  expect(cells.slice(1)).toEqual([
    [2, 'A "B" C', 'one\r\ntwo,\nthree'],
    [3, 'D E', '5" screen'],
  ]);
});

test('counts empty lines as rows', async () => {
  const { cells } = await readSheet('Customer,Phone\n\n ,\nA B,1\n,,,\n');
  expect(cells).toEqual([
    [1, 'Customer', 'Phone'],
    [4, 'A B', '1'],
  ]);
});

test.each(['\n', '\r\n', '\r'])('reads lines that end with %j', async (end) => {
  const { cells } = await readSheet(['Customer,Phone', 'A B,1', 'C D,2'].join(end));
  expect(cells).toEqual([
    [1, 'Customer', 'Phone'],
    [2, 'A B', '1'],
    [3, 'C D', '2'],
  ]);
});

describe('refuses a file that is or contains', () => {
  const mb5 = 'x'.repeat(5 * 1024 * 1024);
  test.each([
    ['empty', '', 'The file is empty'],
    ['blank', ' \n\n \n', 'The file is empty'],
    ['a row of 5 MB', `Customer\nA B\n${mb5}\n`, /^Row 3 holds more than 1,000,000 characters/],
    [
      'a cell that is too long',
      `Customer\n${'x'.repeat(40_000)}\n`,
      /^Row 2, column A holds 40,000 characters/,
    ],
    [
      'a quote that is never closed',
      'Customer\nA B\n"C D\nE F\n',
      'A quote is opened in row 3 and never closed',
    ],
    [
      'a quote that swallows the rest',
      `Customer\n"A B\n${'C D\n'.repeat(600_000)}`,
      /^Row 2 holds more than .* look for a quote that is opened/,
    ],
    [
      'bytes',
      Buffer.from([1, 2, 3, 0, 0, 7, 0, 0, 0, 9]),
      'The file is not a text: send .csv, .xlsx or .xls',
    ],
    ['a PDF', '%PDF-1.7\n', /is a PDF, not a spreadsheet/],
    ['a web page named .xls', '<html><table><tr><td>Customer</td></tr></table>', /is a web page/],
    [
      '16,384 columns',
      `${'x,'.repeat(16_383)}x\n`,
      /^Row 1 has 16,384 columns, as far as XFD; at most 200 may hold values/,
    ],
  ])('%s', async (_, file, message) => {
    await expect(readSheet(file)).rejects.toThrow(message);
  });
});
