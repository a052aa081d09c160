import { type Part, zipOf } from './zip.ts';

const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The contents of a test workbook; the rest is as spreadsheet programs write it. */
export type Workbook = {
  /** XML inside of the worksheet, or the whole part. */
  sheet: string | Part['content'];
  strings?: string;
  /** Format codes of the cell styles, starting with style 1. */
  formats?: string[];
  since1904?: boolean;
  more?: Part[];
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const relations = (...all: (readonly [id: string, type: string, target: string])[]) =>
  `${DECLARED}<Relationships xmlns="${PACKAGE}">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export function partsOf({ sheet, strings, formats = [], since1904 = false, more = [] }: Workbook): Part[] {
  const book =
    `${DECLARED}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${since1904 ? ' date1904="1"' : ''}/>` +
    '<sheets><sheet name="Hidden" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const styles =
    `${DECLARED}<styleSheet xmlns="${MAIN}"><numFmts>` +
    formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('') +
    `</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>` +
    formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('') +
    '<xf numFmtId="14"/></cellXfs></styleSheet>';
  return [
    { name: '_rels/.rels', content: relations(['rId1', 'officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/workbook.xml', content: book },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'styles', 'styles.xml'],
        ...(strings === undefined ? [] : [['rId3', 'sharedStrings', 'sharedStrings.xml'] as const]),
        ['rId9', 'worksheet', 'worksheets/hidden.xml'],
      ),
    },
    { name: 'xl/styles.xml', content: styles },
    ...(strings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: `${DECLARED}<sst xmlns="${MAIN}">${strings}</sst>` }]),
    {
      name: 'xl/worksheets/sheet1.xml',
      content: typeof sheet === 'string' ? `${SHEET}${sheet}${SHEET_END}` : sheet,
    },
    ...more,
  ];
}

export const SHEET = `${DECLARED}<worksheet xmlns="${MAIN}">`;
export const SHEET_END = '</worksheet>';

export const workbook = (made: Workbook) => zipOf(partsOf(made));

/** A cell as XML: text inline, numbers as numbers. */
export function cell(reference: string, value: string | number, style = 0): string {
  const s = style > 0 ? ` s="${style}"` : '';
  return typeof value === 'number'
    ? `<c r="${reference}"${s}><v>${value}</v></c>`
    : `<c r="${reference}"${s} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const rowOf = (number: number, values: readonly (string | number)[]) =>
  `<row r="${number}">${values.map((value, at) => (value === '' ? '' : cell(`${letters[at]}${number}`, value))).join('')}</row>`;
/** Rows of inline cells, starting with row 1. */
export const rowsOf = (rows: readonly (readonly (string | number)[])[]) =>
  `<sheetData>${rows.map((values, at) => rowOf(at + 1, values)).join('')}</sheetData>`;
