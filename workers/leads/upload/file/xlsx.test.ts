import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../test/read.ts';
import { cell, rowsOf, workbook } from '../../../test/workbook.ts';

const cellsOf = async (made: Parameters<typeof workbook>[0]) => (await readSheet(workbook(made))).cells;
const row = (number: number, xml: string) => `<row r="${number}">${xml}</row>`;

test('reads the first visible sheet with its own row numbers', async () => {
  const sheet = rowsOf([['Customer', 'Phone'], [], ['Asha Rao', 919820011111], ['', '']]);
  const read = await readSheet(workbook({ sheet }));
  expect(read).toMatchObject({ format: 'xlsx', details: 'Sheet “Leads”' });
  expect(read.cells).toEqual([
    [1, 'Customer', 'Phone'],
    [3, 'Asha Rao', '919820011111'],
  ]);
});

test('reads shared strings: plain, rich, with phonetic text, with escapes, empty', async () => {
  const strings =
    '<si><t>Customer</t></si><si><r><t xml:space="preserve">Asha </t></r><r><rPr><b/></rPr><t>Rao</t></r></si>' +
    '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si><si><t>one_x000D_&#10;two &amp; three</t></si><si/>';
  const shared = (column: string, at: number) => `<c r="${column}1" t="s"><v>${at}</v></c>`;
  const sheet = `<sheetData>${row(1, [0, 1, 2, 3, 4].map((at) => shared('ABCDE'[at] ?? '', at)).join(''))}</sheetData>`;
  expect(await cellsOf({ sheet, strings })).toEqual([
    [1, 'Customer', 'Asha Rao', '山田', 'one\r\ntwo & three'],
  ]);
});

test('reads escapes as UTF-16 units: surrogate pairs, lone surrogates and control characters', async () => {
  const texts = [
    '_xD83D__xDE00_',
    'half _xD83D_',
    'NUL _x0000_',
    '_x005F_xD83D_',
    `${'_x000D_'.repeat(32_766)}x`,
  ];
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  const shared = texts.map((_, at) => `<c r="${'ABCDE'[at]}1" t="s"><v>${at}</v></c>`).join('');
  const inline = texts.map((text, at) => cell(`${'ABCDE'[at]}2`, text)).join('');
  const sheet = `<sheetData>${row(1, shared)}${row(2, inline)}</sheetData>`;
  const read = ['😀', 'half \ud83d', 'NUL \0', '_xD83D_', `${'\r'.repeat(32_766)}x`];
  expect(await cellsOf({ sheet, strings })).toEqual([
    [1, ...read],
    [2, ...read],
  ]);
});

test('reads shared strings beyond the memory cache from disk', async () => {
  const many = 400_000;
  const text = (at: number) => `text ${at} ${'é'.repeat(at % 60)}`;
  const strings = Array.from({ length: many }, (_, at) => `<si><t>${text(at)}</t></si>`).join('');
  const indices = Array.from({ length: 2000 }, (_, at) => (at * 7919) % many);
  const xml = indices.map((index, at) => row(at + 1, `<c t="s"><v>${index}</v></c>`)).join('');
  const cells = await cellsOf({ sheet: `<sheetData>${xml}</sheetData>`, strings });
  expect(cells.map(([, value]) => value)).toEqual(indices.map(text));
});

describe('a number', () => {
  const numbers = async (...xml: string[]) => {
    const formats = ['yyyy\\-mm\\-dd', 'dd/mm/yy hh:mm', '[Red]#,##0.00 "days"', '0.00', 'General', '[h]:mm'];
    const sheet = `<sheetData>${row(1, xml.join(''))}</sheetData>`;
    return (await cellsOf({ sheet, formats }))[0]?.slice(1);
  };
  test('is formatted as the user typed it', async () =>
    expect(
      await numbers(cell('A1', 19.989999999999998), cell('B1', 9.1982001111e10), '<c><v>1E3</v></c>'),
    ).toEqual(['19.99', '91982001111', '1000']));
  test('is a date when its style shows a date', async () =>
    expect(
      await numbers(
        cell('A1', 45717, 1),
        cell('B1', 45717.75, 2),
        cell('C1', 45717, 3),
        cell('D1', 45717, 4),
        cell('E1', 45717, 5),
        cell('F1', 45717, 7),
        cell('G1', 1, 1),
        cell('H1', 60.5, 7),
      ),
    ).toEqual([
      '2025-03-01',
      '2025-03-01T18:00:00',
      '45717',
      '45717',
      '45717',
      '2025-03-01',
      '1900-01-01',
      '1900-02-28T12:00:00',
    ]));
  test('counts days from 1904 when the workbook is set to it', async () => {
    const sheet = `<sheetData>${row(1, cell('A1', 44255, 1))}</sheetData>`;
    expect(await cellsOf({ sheet, formats: ['yyyy-mm-dd'], since1904: true })).toEqual([[1, '2025-03-01']]);
  });
});

test('reads booleans, ISO dates, text results of formulas and cells without a reference', async () => {
  const xml =
    '<c t="b"><v>1</v></c><c t="d"><v>2025-03-01T00:00:00</v></c><c t="str"><f>A1&amp;"x"</f><v>TRUEx</v></c>' +
    '<c r="F1"><f>1+1</f><v>2</v></c><c><v>7</v></c>';
  expect(await cellsOf({ sheet: `<sheetData>${row(1, xml)}</sheetData>` })).toEqual([
    [1, 'TRUE', '2025-03-01', 'TRUEx', '', '', '2', '7'],
  ]);
});

test('reports the columns of an error and of a formula that was never computed', async () => {
  const xml = row(1, `${cell('A1', 'x')}<c r="B1" t="e"><v>#N/A</v></c><c r="C1"><f>NOW()</f></c>`);
  const { rows } = await readSheet(workbook({ sheet: `<sheetData>${xml}</sheetData>` }));
  expect(rows[0]?.wrong).toEqual([
    { column: 1, message: 'Column B holds the error #N/A' },
    {
      column: 2,
      message:
        'Column C holds a formula that was never computed: open the file in a spreadsheet program and save it',
    },
  ]);
});

test('ignores namespace prefixes of element names', async () => {
  const xml =
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>' +
    '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Customer</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await cellsOf({ sheet: Buffer.from(xml) })).toEqual([[1, 'Customer']]);
});
