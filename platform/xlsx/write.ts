import { addWorkbookParts, sheetPart } from './parts.ts';
import { inlineText, MAIN, XML_HEAD } from './xml.ts';
import { openZip } from './zip.ts';

export type Cell = string | number;
export type Sheet = { name: string; rows: readonly (readonly Cell[])[]; widths: readonly number[] };

/** Style 1 is bold. */
const FORMATS = ['<xf/>', '<xf fontId="1" applyFont="1"/>'];

/**
 * A small .xlsx in memory, for reports: texts and numbers, the first row of each sheet bold. Equal sheets give equal
 * bytes, because it holds no time. Long files are written by the export's process (workers/leads/export).
 */
export function writeXlsx(sheets: readonly Sheet[]): Buffer {
  const pieces: Uint8Array[] = [];
  const zip = openZip((bytes) => pieces.push(bytes));
  for (const [n, sheet] of sheets.entries()) zip.add(sheetPart(n), sheetXml(sheet));
  addWorkbookParts(zip, { sheetNames: sheets.map(({ name }) => name), cellFormats: FORMATS });
  zip.end();
  return Buffer.concat(pieces);
}

function sheetXml({ rows, widths }: Sheet): string {
  const columns = widths.map(
    (width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`,
  );
  const lines = rows.map((row, n) => `<row>${row.map((cell) => cellXml(cell, n === 0)).join('')}</row>`);
  return `${XML_HEAD}<worksheet ${MAIN}><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, isBold: boolean): string {
  const style = isBold ? ' s="1"' : '';
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  return `<c${style} t="inlineStr">${inlineText(cell)}</c>`;
}
