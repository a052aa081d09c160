import { zip } from './zip.ts';

export type Cell = string | number;
export type Sheet = { name: string; rows: readonly (readonly Cell[])[]; widths: readonly number[] };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * A small .xlsx in memory, for reports: texts and numbers, the first row of each sheet bold. Equal sheets give equal
 * bytes, because it holds no time. Long files are written by the export's process (workers/leads/export).
 */
export function writeXlsx(sheets: readonly Sheet[]): Buffer {
  const names = sheets.map((_, n) => `sheet${n + 1}.xml`);
  return zip([
    {
      name: '[Content_Types].xml',
      text: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${names.map((name) => `<Override PartName="/xl/worksheets/${name}" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${names.map((name, n) => `<Relationship Id="rId${n + 1}" Type="${OFFICE}/worksheet" Target="worksheets/${name}"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      text: `${HEAD}<styleSheet ${MAIN}><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    },
    ...sheets.map((sheet, n) => ({ name: `xl/worksheets/${names[n]}`, text: sheetXml(sheet) })),
  ]);
}

function sheetXml({ rows, widths }: Sheet): string {
  const columns = widths.map(
    (width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`,
  );
  const lines = rows.map((row, n) => `<row>${row.map((cell) => cellXml(cell, n === 0)).join('')}</row>`);
  return `${HEAD}<worksheet ${MAIN}><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, isBold: boolean): string {
  const style = isBold ? ' s="1"' : '';
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  // A text is never a formula.
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of XML. Control characters other than tab and line ends are left out: XML does not allow them. */
const escaped = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (char) => ENTITIES[char] ?? '');
