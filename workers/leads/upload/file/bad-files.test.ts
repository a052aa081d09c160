import { setTimeout as sleep } from 'node:timers/promises';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { describe, expect, test } from 'vitest';
import { checking, good, goodSheet, header, resultOf, sheetOf, xls } from '../../../test/checked.ts';
import { withFile } from '../../../test/read.ts';
import { partsOf, rowOf, SHEET, SHEET_END, workbook } from '../../../test/workbook.ts';
import { repeated, zipOf } from '../../../test/zip.ts';
import { readUpload } from '../process/read.ts';

/** Reads and checks a file in a child process, as production does. */
const read = (bytes: Buffer | string) =>
  withFile(bytes, async (file) => {
    const memory = watchMemory();
    const signal = new AbortController().signal;
    const result = await resultOf(readUpload({ file, checking, first: 'nothing' }, signal));
    expect(await memory.end()).toBeLessThan(450);
    return result;
  });

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
    const file = sheetOf(bomb);
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
    const parts = partsOf({ sheet: bomb });
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
    const { message } = await read(sheetOf(Buffer.from(`<?xml version="1.0"?>${lol}<worksheet/>`)));
    expect(message).toMatch(/SheetWrong: .*it declares entities/);
  });
  test('a value of 40 MB', async () => {
    const endless = repeated(`${SHEET}<sheetData><row r="1"><c t="inlineStr"><is><t>`, MB, 40, SHEET_END);
    const { message } = await read(sheetOf(endless));
    expect(message).toMatch(/SheetWrong: .*(?:too long|more than 1,000,000 characters)/);
  });
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
