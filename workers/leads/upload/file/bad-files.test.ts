import { setTimeout as sleep } from 'node:timers/promises';
import { OfferId } from '@crm/events/ids.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { withFile } from '../../../test/read.ts';
import { cell, partsOf, rowOf, rowsOf, SHEET, SHEET_END, workbook } from '../../../test/workbook.ts';
import { compound } from '../../../test/xls.ts';
import { repeated, zipOf } from '../../../test/zip.ts';
import { readUpload } from '../process/read.ts';
import type { CheckedRow } from '../rows/check.ts';

const rules = {
  offer: {
    id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000'),
    name: 'Tea',
    price: 100,
    currency: 'INR',
  },
  useOfferPrice: true,
  dateOrder: null,
  now: Date.UTC(2025, 5, 1),
} as const;

/** Reads and checks a file in a child process, as production does. Returns the rows read and any error message. */
async function read(bytes: Buffer | string) {
  const checking = { mapping: {}, remembered: {}, rules, after: 0 };
  return withFile(bytes, async (file) => {
    const memory = watchMemory();
    const rows: CheckedRow[] = [];
    try {
      for await (const part of readUpload({ file, checking, first: 'nothing' }, new AbortController().signal))
        if (part.kind === 'rows') rows.push(...part.rows);
      return { rows, message: null };
    } catch (error) {
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      return { rows, message };
    } finally {
      const grownMb = await memory.end();
      expect(grownMb).toBeLessThan(450);
    }
  });
}

function watchMemory() {
  const before = process.memoryUsage.rss();
  let most = before;
  const stop = new AbortController();
  const watching = (async () => {
    while (!stop.signal.aborted) {
      most = Math.max(most, process.memoryUsage.rss());
      await sleep(20);
    }
  })();
  return {
    end: async () => {
      stop.abort();
      await watching;
      return (most - before) / 1024 / 1024;
    },
  };
}

const header = ['Customer', 'Phone'];
const good = ['Asha Rao', '+91 98200 11111'];
const goodSheet = rowsOf([header, good]);
const sheetOf = (xml: string) => workbook({ sheet: xml });
const xls = (rows: unknown[][], merges: string[] = []) => {
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Leads');
  return Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array); // `type: buffer` gives bytes
};

test('reads a well-formed .xlsx, .xls and .csv file', async () => {
  for (const file of [sheetOf(goodSheet), xls([header, good]), `${header.join()}\n${good.join()}\n`]) {
    const { rows, message } = await read(file);
    expect(message).toBeNull();
    expect(rows).toMatchObject([{ kind: 'lead', row: 2 }]);
  }
});

describe('refuses a decompression bomb before unpacking it', () => {
  const MB = 'x'.repeat(1024 * 1024);
  test('a sheet of 10 GB packed into 10 MB', async () => {
    const bomb = repeated(`${SHEET}<sheetData><row r="1"><c t="inlineStr"><is><t>`, MB, 10_000, SHEET_END);
    const file = sheetOf(bomb as unknown as string);
    expect(file.length).toBeLessThan(12 * 1024 * 1024);
    const { message } = await read(file);
    expect(message).toMatch(/SheetWrong: The part xl\/worksheets\/sheet1.xml unpacks to [\d,]+ MB/);
  });
  test('a part that declares a false size', async () => {
    const bomb = repeated(
      `${SHEET}<sheetData>`,
      rowOf(1, header).repeat(1000),
      3000,
      `</sheetData>${SHEET_END}`,
    );
    const parts = partsOf({ sheet: bomb as unknown as string });
    const { message } = await read(
      zipOf(parts.map((part) => (part.name.includes('sheet1') ? { ...part, claims: { size: 5000 } } : part))),
    );
    expect(message).toBe(
      'SheetWrong: The part xl/worksheets/sheet1.xml is not as large as the file says: the file is damaged',
    );
  });
  test('an oversized table of shared strings', async () => {
    const bomb = repeated('<sst>', `<si><t>${'x'.repeat(1000)}</t></si>`.repeat(1000), 2000, '</sst>');
    const parts = partsOf({ sheet: goodSheet, strings: '' });
    const { message } = await read(
      zipOf(parts.map((part) => (part.name.includes('sharedStrings') ? { ...part, content: bomb } : part))),
    );
    expect(message).toMatch(/The part xl\/sharedStrings.xml unpacks to/);
  });
  test('entity declarations', async () => {
    const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const { message } = await read(
      sheetOf(Buffer.from(`<?xml version="1.0"?>${lol}<worksheet/>`) as unknown as string),
    );
    expect(message).toMatch(/SheetWrong: .*it declares entities/);
  });
  test('a value of 40 MB', async () => {
    const endless = repeated(`${SHEET}<sheetData><row r="1"><c t="inlineStr"><is><t>`, MB, 40, SHEET_END);
    const { message } = await read(sheetOf(endless as unknown as string));
    expect(message).toMatch(/SheetWrong: .*(?:too long|more than 1,000,000 characters)/);
  });
});

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
      /names of the columns stand in row 2/,
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
  test('skips many empty rows at the end', async () => {
    const empty = Array.from(
      { length: shortOrLong(150_000, 1_000_000) },
      (_, at) => `<row r="${at + 3}" spans="1:2"><c r="A${at + 3}" s="1"/></row>`,
    );
    const file = sheetOf(`${goodSheet.replace('</sheetData>', '')}${empty.join('')}</sheetData>`);
    const { rows, message } = await read(file);
    expect([rows.length, message]).toEqual([1, null]);
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

describe('stops reading a row at its limits', () => {
  const many = (xml: string, times: number) => xml.repeat(times);
  const rowWith = (xml: string) =>
    sheetOf(goodSheet.replace('</sheetData>', `<row r="3">${xml}</row></sheetData>`));
  const spaces = ' '.repeat(32_000);
  test.each([
    [
      '.csv of commas',
      `Customer,Phone\nA B,1\n${many(',', 13 * 1024 * 1024)}\n`,
      /Row 3 has more than 16,384/,
    ],
    [
      '.csv of tabs',
      `Customer\tPhone\nA B\t1\n${many('\t', 13 * 1024 * 1024)}\n`,
      /Row 3 has more than 16,384/,
    ],
    ['.csv of blank cells', `Customer,Phone\n${many(' ,', 20_000)}\n`, /Row 2 has more than 16,384 columns/],
    [
      '.csv of long blank cells',
      `Customer,Phone\n${many(`${spaces},`, 60)}\n`,
      /Row 2 holds more than 1,000,000/,
    ],
    ['.csv of quotes', `Customer,Phone\n"${many('""', 2_000_000)}"\n`, /Row 2 holds more than 1,000,000/],
    ['.xlsx without references', rowWith(many('<c><v>1</v></c>', 20_000)), /value in column GS/],
    ['.xlsx of blank cells', rowWith(many('<c t="str"><v> </v></c>', 20_000)), /Row 3 has more than 16,384/],
    ['.xlsx of one cell again and again', rowWith(many('<c r="A3"><f/></c>', 20_000)), /Row 3 has more than/],
    [
      '.xlsx of long blank cells',
      rowWith(many(`<c t="str"><v>${spaces}</v></c>`, 100)),
      /Row 3 holds more than 1,000,000 characters/,
    ],
    [
      '.xlsx beyond the last column',
      rowWith('<c r="ZZZ3" t="str"><v> </v></c>'),
      /Row 3 has more than 16,384/,
    ],
  ])('%s', async (_, file, message) => {
    expect((await read(file)).message).toMatch(message);
  });

  test('refuses an .xlsx that lists 600,000 sheets', async () => {
    const file = partsOf({ sheet: goodSheet }).map((part) =>
      part.name === 'xl/workbook.xml'
        ? { ...part, content: `<workbook><sheets>${many('<sheet/>', 600_000)}</sheets></workbook>` }
        : part,
    );
    expect((await read(zipOf(file))).message).toMatch(
      /xl\/workbook.xml of the workbook has more than 500,000/,
    );
  });

  test('reads an .xlsx in which many cells share one long string', async () => {
    const row = `<c t="s"><v>0</v></c>`.repeat(30);
    const length = shortOrLong(50, 200);
    const rows = Array.from({ length }, (_, at) => `<row r="${at + 2}">${row}</row>`).join('');
    const heads = Array.from({ length: 30 }, (_, at) => `Column ${at}`);
    const sheet = `<sheetData>${rowOf(1, heads.slice(0, 26))}${rows}</sheetData>`;
    const file = workbook({ sheet, strings: `<si><t>${'é'.repeat(32_000)}</t></si>` });
    const { rows: invalid, message } = await read(file);
    expect([invalid.length, message]).toEqual([0, null]);
  });
});

test('reads rows of nearly the maximum length', async () => {
  const length = shortOrLong(15, 60);
  const cells = Array.from({ length: 29 }, (_, at) => `Note ${at}`);
  const long = Array(29).fill('y'.repeat(32_700)).join();
  const file = `${[...header, ...cells].join()}\n${`${good.join()},${long}\n`.repeat(length)}`;
  const { rows, message } = await read(file);
  expect(message).toBeNull();
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length }, (_, at) => at + 2));
});
