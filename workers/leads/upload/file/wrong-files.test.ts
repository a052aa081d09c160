import { describe, expect, test } from 'vitest';
import { checking, good, goodSheet, header, resultOf, sheetOf, xls } from '../../../test/checked.ts';
import { withFile } from '../../../test/read.ts';
import { cell, rowOf, rowsOf } from '../../../test/workbook.ts';
import { compound } from '../../../test/xls.ts';
import { zipOf } from '../../../test/zip.ts';
import { check } from '../rows/check.ts';
import { openSheet } from './open.ts';

/**
 * Reads and checks a file in this process. The product does it in a child process, as ./bad-files.test.ts does; its start
 * takes 0.2 s of processor time.
 */
const read = (bytes: Buffer | string) =>
  withFile(bytes, (file) =>
    resultOf(
      (async function* () {
        yield* check(await openSheet(file), checking);
      })(),
    ),
  );

describe('names the problem of a file that is not a complete spreadsheet', () => {
  const whole = sheetOf(rowsOf([header, ...Array(5000).fill(good)]));
  test.each([
    ['an empty file', Buffer.alloc(0), 'The file is empty'],
    ['a zip of something else', zipOf([{ name: 'a.txt', content: 'x' }]), /zip archive, not a workbook/],
    ['a zip that is cut off', whole.subarray(0, whole.length - 300), /damaged or cut off/],
    ['a zip that is cut in the middle', whole.subarray(0, whole.length / 2), /damaged or cut off/],
    ['a zip whose bytes were changed', spoilt(whole), /damaged|cannot be read/],
    [
      'an encrypted workbook',
      compound('/EncryptionInfo', '/EncryptedPackage'),
      /encrypted: save it without a password/,
    ],
    ['a text document of old', compound('/WordDocument'), /another office document/],
    [
      'an .xls that is cut off',
      xls(Array(3000).fill(good)).subarray(0, 4000),
      /damaged or cut off|another office/,
    ],
    [
      'a text document of today',
      zipOf([
        {
          name: '_rels/.rels',
          content:
            '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
        },
        { name: 'word/document.xml', content: '<w/>' },
      ]),
      /another office document/,
    ],
    [
      'an OpenDocument sheet',
      zipOf([
        { name: 'mimetype', content: 'x' },
        { name: 'content.xml', content: '<x/>' },
      ]),
      /OpenDocument/,
    ],
    ['a file of another kind than its name', 'GIF89a', /is a picture, not a spreadsheet/],
  ])('%s', async (_, file, message) => {
    expect((await read(file)).message).toMatch(message);
  });
});

function spoilt(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.fill(0xff, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 200);
  return copy;
}

describe('names the row and column of a problem in the sheet', () => {
  const wide = Array.from({ length: 16_384 }, () => '<c t="inlineStr"><is><t>x</t></is></c>').join('');
  const merges = (range: string) =>
    `${goodSheet}<mergeCells count="1"><mergeCell ref="${range}"/></mergeCells>`;
  test.each([
    [
      '16,384 columns',
      sheetOf(`<sheetData><row r="1">${wide}</row></sheetData>`),
      /^SheetWrong: Row 1 has a value in column GS; at most 200/,
    ],
    [
      'a value far to the right',
      sheetOf(`<sheetData>${rowOf(1, header)}<row r="2">${cell('XFD2', 'x')}</row></sheetData>`),
      /Row 2 has a value in column XFD/,
    ],
    [
      'a row of 5 MB',
      sheetOf(`<sheetData>${rowOf(1, header)}${rowOf(2, ['x'.repeat(5_000_000)])}</sheetData>`),
      /Row 2, column A holds more than 1,000,000 characters|too long/,
    ],
    [
      'a cell of 40,000 characters',
      sheetOf(rowsOf([header, ['x'.repeat(40_000)]])),
      /Row 2, column A holds 40,000 characters/,
    ],
    ['merged cells', sheetOf(merges('A2:A3')), /Cells A2:A3 are merged \(row 2, column A\)/],
    [
      'merged cells of an .xls',
      xls([header, good, good], ['B2:B3']),
      /Cells B2:B3 are merged \(row 2, column B\)/,
    ],
    ['only a header', sheetOf(rowsOf([header])), /There are no rows below the header/],
    ['nothing at all', sheetOf('<sheetData/>'), /The file is empty/],
    ['a header that is not in row 1', sheetOf(rowsOf([[], header, good])), /Row 1 is empty/],
    [
      'two header rows',
      sheetOf(rowsOf([header, header, good])),
      /Row 2 holds names of columns once more \(Customer, Phone\)/,
    ],
    [
      'a title above the header',
      sheetOf(rowsOf([['Leads of March'], header, good])),
      /names of the columns are in row 2/,
    ],
    [
      'two columns of one name',
      sheetOf(rowsOf([['Customer', 'Phone', 'Phone'], good])),
      /Two columns are named Phone: B and C/,
    ],
    [
      'rows that run backwards',
      sheetOf(`<sheetData>${rowOf(5, header)}${rowOf(2, good)}</sheetData>`),
      /After row 5 the sheet has a row 2/,
    ],
    [
      'a text that is not there',
      sheetOf('<sheetData><row r="1"><c t="s"><v>7</v></c></row></sheetData>'),
      /Row 1, column A points to a text that is not there/,
    ],
  ])('%s', async (_, file, message) => {
    expect((await read(file)).message).toMatch(message);
  });

  test('ignores merged cells beside and below the rows', async () => {
    expect((await read(sheetOf(merges('D1:E9')))).message).toBeNull();
    expect((await read(sheetOf(merges('A7:B9')))).message).toBeNull();
  });
  test('rejects only the row that holds an error or a formula without a value', async () => {
    const wrong = `<row r="3">${cell('A3', 'Meera Nair')}<c r="B3"><f>C3</f></c></row><row r="4">${cell('A4', 'Omar')}<c r="B4" t="e"><v>#REF!</v></c></row>`;
    const { rows } = await read(sheetOf(goodSheet.replace('</sheetData>', `${wrong}</sheetData>`)));
    expect(rows.map((row) => (row.kind === 'wrong' ? [row.row, row.errors[0]] : [row.row]))).toEqual([
      [2],
      [3, expect.stringMatching(/^Column B holds a formula that was never computed/)],
      [4, 'Column B holds the error #REF!'],
    ]);
  });
});
