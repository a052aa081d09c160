import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { undoHarmless } from '@crm/platform/csv/harmless.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { type CellObject, read } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { openSheet } from '../upload/file/open.ts';
import type { Row } from '../upload/file/sheet.ts';
import { columns, headersIn } from './columns.ts';
import { csvWriter } from './csv.ts';
import { clockOf } from './local-time.ts';
import type { Value } from './rows.ts';
import type { SheetWriter } from './sheet.ts';
import { xlsxWriter } from './xlsx.ts';

const given = (timeZone: string) => ({
  columns,
  headers: headersIn(timeZone),
  clock: clockOf(timeZone),
  createdAt: new Date('2026-11-21T00:00:00Z'),
});

/** A row in which all other columns are empty. */
const row = (cells: Record<string, Value>): Value[] => columns.map(({ header }) => cells[header] ?? null);

async function written(writer: SheetWriter, rows: Value[][]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const each of rows) {
    writer.add(each);
    parts.push(...(await writer.taken()));
  }
  writer.end();
  parts.push(...(await writer.taken()));
  return Buffer.concat(parts);
}

async function xlsxOf(rows: Value[][], timeZone = 'UTC') {
  const book = read(await written(xlsxWriter(given(timeZone)), rows), {
    cellNF: true,
    cellText: false,
  });
  const sheet = book.Sheets['Leads'];
  const headers = headersIn(timeZone);
  /** The cell of a column in the first row below the header. */
  return (header: string): CellObject | undefined => sheet?.[`${letters(headers.indexOf(header))}2`];
}
const folder = scratchFolder();
/** The cells of each row that the reader of uploads finds in an .xlsx of the rows. */
async function reread(rows: Value[][]): Promise<string[][]> {
  const file = path.join(folder, 'leads.xlsx');
  writeFileSync(file, await written(xlsxWriter(given('UTC')), rows));
  const handle = await open(file);
  const found: Row[] = [];
  for await (const some of (await openSheet(handle.fd)).rows) found.push(...some);
  await handle.close();
  return found.map(({ cells }) => cells);
}
const lines = (text: CellObject['v']) => String(text).replace(/\r\n?/g, '\n');
const letters = (n: number): string =>
  (n >= 26 ? letters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(65 + (n % 26));

const csvOf = async (rows: Value[][], timeZone = 'UTC') =>
  parse<Record<string, string>>(await written(csvWriter(given(timeZone)), rows), {
    bom: true,
    columns: true,
    record_delimiter: '\r\n',
  });

const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '=cmd|" /C calc"!A0',
  '＝1+1',
  '-',
  ' =1',
  '+91 98200 11111',
];
const phones = ['+91 98200 11111', '+919820011111'];
const plain = ['Asha', 'a=b', "it's", '1+1', 'x@y.example', ''];

describe('text that looks like a formula', () => {
  test.each(formulas)('%j gets an apostrophe in .csv, and is text in .xlsx', async (text) => {
    const rows = [row({ 'Full name': text })];
    const inCsv = (await csvOf(rows))[0]?.['Full name'] ?? '';
    expect(inCsv).toMatch(/^'/);
    expect(undoHarmless(inCsv)).toBe(text);
    const cell = (await xlsxOf(rows))('Full name');
    expect(cell).toMatchObject({ t: 's', z: '@' });
    expect(cell).not.toHaveProperty('f');
    expect(lines(cell?.v)).toBe(lines(text));
  });

  test.each([...phones, ...plain])('%j is unchanged', async (text) => {
    const rows = [row({ Phone: text, 'Order ID': 'X' })];
    expect((await csvOf(rows))[0]?.['Phone']).toBe(text);
    if (text !== '') expect((await xlsxOf(rows))('Phone')).toMatchObject({ t: 's', v: text });
  });

  test('a phone that a spreadsheet would calculate gets an apostrophe', async () => {
    const [first] = await csvOf([row({ Phone: '+91-98200-11111' })]);
    expect(first?.['Phone']).toBe("'+91-98200-11111");
  });
});

describe('values', () => {
  // Half past midnight in Kolkata, the evening before in UTC.
  const evening = Date.parse('2026-11-20T19:00:05Z');
  const rows = [
    row({ Total: 4999, Quantity: 3, Urgent: true, Created: evening, Phone: '0091', 'Order ID': '007' }),
  ];

  test('are numbers, dates, flags and text in .xlsx, by the type of their column', async () => {
    const cell = await xlsxOf(rows, 'Asia/Kolkata');
    expect(cell('Total')).toMatchObject({ t: 'n', v: 49.99, z: '#,##0.00' });
    expect(cell('Quantity')).toMatchObject({ t: 'n', v: 3 });
    expect(cell('Urgent')).toMatchObject({ t: 'b', v: true });
    expect(cell('Order ID')).toMatchObject({ t: 's', v: '007' });
    expect(cell('Phone')).toMatchObject({ t: 's', v: '0091' });
    expect(cell('Remarks')?.v).toBeUndefined();
    const created = cell('Created (Asia/Kolkata)');
    expect(created).toMatchObject({ t: 'n', z: 'yyyy-mm-dd hh:mm:ss' });
    // Excel counts days since 30 December 1899.
    expect(Math.round(Number(created?.v) * 86_400)).toBe(
      (Date.parse('2026-11-21T00:30:05Z') - Date.UTC(1899, 11, 30)) / 1000,
    );
  });

  test('are plain text in .csv, in the time zone of the header', async () => {
    const [first] = await csvOf(rows, 'Asia/Kolkata');
    expect(first).toMatchObject({
      Total: '49.99',
      Quantity: '3',
      Urgent: 'TRUE',
      'Created (Asia/Kolkata)': '2026-11-21 00:30:05',
      Remarks: '',
    });
  });

  test('keep commas, quotes, line ends, all scripts, and the change of clocks', async () => {
    const remarks = 'a,b "c"\r\nd\n 你好 नमस्ते 😀';
    const summer = Date.parse('2026-10-25T00:59:59Z');
    const zone = 'Europe/Berlin';
    const [first, second] = await csvOf(
      [row({ Remarks: remarks, Created: summer }), row({ Created: summer + 1000 })],
      zone,
    );
    expect(first?.['Remarks']).toBe(remarks);
    expect(first?.[`Created (${zone})`]).toBe('2026-10-25 02:59:59');
    expect(second?.[`Created (${zone})`]).toBe('2026-10-25 02:00:00');
    const cell = await xlsxOf([row({ Remarks: remarks, 'Full name': 'a\u0001b <&> ' })]);
    expect(lines(cell('Remarks')?.v)).toBe(lines(remarks));
    expect(cell('Full name')?.v).toBe('ab <&> ');
  });

  test('an .xlsx stays readable with characters that XML forbids or that look like an escape', async () => {
    const odd = row({ City: '_xD800_ _x005F_ _', Remarks: 'a\uffffb\ufffe😀' });
    const [, cells] = await reread([odd]);
    expect(cells).toEqual(expect.arrayContaining(['_xD800_ _x005F_ _', 'a\ufffdb\ufffd😀']));
  });

  test.each([
    ['white space at both ends', ' a '],
    ['all line ends', 'line\nline\r\nline\rend'],
    ['tabs and XML', 'tab\tand <b>&amp;</b> "quotes" \'single\' ]]>'],
    ['right to left', 'שלום \u202eعربي\u202c'],
    ['joined characters and rare line ends', '👩‍👩‍👧 नमस्ते \u0085 \u2028'],
    ['escapes of spreadsheets', '_x000D_ _x0041_x0042_ _x'],
    ['the longest text of a cell', 'x'.repeat(32_767)],
    ['a formula', '=1+1'],
    ['a digit', '0'],
  ])('%s: the same text in both formats', async (_, text) => {
    const rows = [row({ Remarks: text, 'Order ID': 'X' })];
    const at = columns.findIndex(({ header }) => header === 'Remarks');
    const [, cells] = await reread(rows);
    expect(cells?.[at]).toBe(text);
    expect(undoHarmless((await csvOf(rows))[0]?.['Remarks'] ?? '')).toBe(text);
  });
});

test.each([
  ['.csv', csvWriter],
  ['.xlsx', xlsxWriter],
])('the longest leads come in small pieces of a %s, which are never in memory twice', async (_, writerOf) => {
  const writer = writerOf(given('UTC'));
  for (let n = 0; n < 200; n++) writer.add(row({ 'Order ID': String(n), Remarks: '你'.repeat(20_000) }));
  const sizes = (await writer.taken()).map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThan(300_000);
});

describe('an .xlsx', () => {
  const three = ['A-1', 'A-2', 'A-3'].map((id) => row({ 'Order ID': id }));

  test('continues on further sheets, each with the header', async () => {
    const book = read(await written(xlsxWriter(given('UTC'), { rows: 3, bytes: 1_000_000 }), three));
    const firstColumn = book.SheetNames.map((name) =>
      [1, 2, 3, 4].map((n) => book.Sheets[name]?.[`A${n}`]?.v),
    );
    expect(book.SheetNames).toEqual(['Leads', 'Leads 2']);
    expect(firstColumn).toEqual([
      ['Order ID', 'A-1', 'A-2', undefined],
      ['Order ID', 'A-3', undefined, undefined],
    ]);
  });

  test('continues on another sheet before a file of the archive is too large', async () => {
    const long = Array.from({ length: 12 }, (_, n) =>
      row({ 'Order ID': `A-${n}`, Remarks: 'x'.repeat(30_000) }),
    );
    const book = read(await written(xlsxWriter(given('UTC'), { rows: 1_000, bytes: 150_000 }), long));
    const ids = book.SheetNames.flatMap((name) =>
      Array.from({ length: 20 }, (_, n) => book.Sheets[name]?.[`A${n + 2}`]?.v).filter(
        (id) => id !== undefined,
      ),
    );
    expect(book.SheetNames.length).toBeGreaterThan(1);
    expect(ids).toEqual(long.map((_, n) => `A-${n}`));
  });

  test('has the same bytes for the same rows', async () => {
    expect(await written(xlsxWriter(given('UTC')), three)).toEqual(
      await written(xlsxWriter(given('UTC')), three),
    );
  });
});
