import { addWorkbookParts, sheetPart } from '@crm/platform/xlsx/parts.ts';
import { inlineText, MAIN, XML_HEAD } from '@crm/platform/xlsx/xml.ts';
import { openZip, type ZipPart } from '@crm/platform/xlsx/zip.ts';
import type { ColumnType } from './columns.ts';
import type { Row } from './rows.ts';
import type { SheetOptions, SheetWriter } from './sheet.ts';

/** The limit of rows of an Excel sheet, with the header. */
const MOST_ROWS = 1_048_576;
/** Below the limit of a .zip for one file, with room for the rows of one piece. */
const MOST_BYTES = 4_000_000_000;
/** Characters of XML that are compressed at a time. */
const PIECE = 64 * 1024;

const DAY_MS = 86_400_000;
/** Excel counts days since 30 December 1899. */
const DAYS_BEFORE_1970 = 25_569;

/** Styles by their number in `cellFormats`. Text cells have the text format, so that an edited cell stays text. */
const styles = { text: 1, phone: 1, number: 2, money: 3, instant: 4, flag: 0 } as const satisfies Record<
  ColumnType,
  number
>;
const HEADER_STYLE = 5;
const cellFormats = [
  '<xf/>',
  '<xf numFmtId="49" applyNumberFormat="1"/>', // @
  '<xf numFmtId="1" applyNumberFormat="1"/>', // 0
  '<xf numFmtId="4" applyNumberFormat="1"/>', // #,##0.00
  '<xf numFmtId="164" applyNumberFormat="1"/>', // yyyy-mm-dd hh:mm:ss
  '<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>',
];

/**
 * Writes .xlsx as a stream and keeps no written rows: texts are in the cells, because a table of shared texts would have
 * to stay in memory until the end. Rows beyond the limits of a sheet go to a further sheet.
 */
export function xlsxWriter(
  { columns, headers, clock, createdAt }: SheetOptions,
  limits = { rows: MOST_ROWS, bytes: MOST_BYTES },
): SheetWriter {
  const letters = columns.map((_, at) => lettersOf(at));
  const pieces: Uint8Array[] = [];
  const zip = openZip((bytes) => pieces.push(bytes));
  const sheetNames: string[] = [];
  let rows = 0;
  let bytes = 0;
  let text = '';
  /** The archive's file that receives pieces. */
  let part: ZipPart;
  /** All steps of the archive, one after the other. */
  let compressed = Promise.resolve();
  beginSheet();

  return {
    add(row) {
      if (rows === limits.rows || bytes > limits.bytes) {
        endSheet();
        beginSheet();
      }
      rows += 1;
      text += rowXml(row);
      if (text.length >= PIECE) flush();
    },
    end() {
      endSheet();
      next(async () => {
        addWorkbookParts(zip, { sheetNames, cellFormats, createdAt });
        zip.end();
      });
    },
    async taken() {
      await compressed;
      return pieces.splice(0);
    },
  };

  function next(step: () => Promise<void>) {
    compressed = compressed.then(step);
    compressed.catch(() => {}); // `taken` throws it
  }

  /** Compresses the XML while the next rows are written. */
  function flush() {
    const piece = Buffer.from(text);
    text = '';
    bytes += piece.length;
    next(() => part.write(piece));
  }

  function beginSheet() {
    const name = sheetPart(sheetNames.length);
    next(async () => {
      part = zip.begin(name);
    });
    sheetNames.push(sheetNames.length === 0 ? 'Leads' : `Leads ${sheetNames.length + 1}`);
    rows = 1;
    bytes = 0;
    const widths = columns.map(({ type, width }, at) => {
      const shown = Math.max(width, (headers[at] ?? '').length + 2);
      return `<col min="${at + 1}" max="${at + 1}" width="${shown}" style="${styles[type]}" customWidth="1"/>`;
    });
    const cells = letters.map((letter, at) => textCell(`${letter}1`, HEADER_STYLE, headers[at] ?? ''));
    text += `${XML_HEAD}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/><selection pane="bottomRight"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`;
  }

  function endSheet() {
    text += '</sheetData></worksheet>';
    flush();
    next(() => part.end());
  }

  function rowXml(row: Row): string {
    let xml = `<row r="${rows}">`;
    for (const [at, { type }] of columns.entries()) {
      const value = row[at] ?? null;
      if (value !== null) xml += cellXml(`${letters[at]}${rows}`, type, value);
    }
    return `${xml}</row>`;
  }

  function cellXml(place: string, type: ColumnType, value: string | number | boolean): string {
    switch (type) {
      case 'money':
        return numberCell(place, styles.money, Number(value) / 100);
      case 'instant':
        return numberCell(place, styles.instant, clock(Number(value)) / DAY_MS + DAYS_BEFORE_1970);
      case 'number':
        return numberCell(place, styles.number, Number(value));
      case 'flag':
        return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
      case 'text':
      case 'phone':
        return textCell(place, styles.text, String(value));
      default:
        return type satisfies never;
    }
  }
}

const numberCell = (place: string, style: number, value: number) =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

const textCell = (place: string, style: number, text: string) =>
  `<c r="${place}" s="${style}" t="inlineStr">${inlineText(text)}</c>`;

/** The name of a column, from 0: A, B, … Z, AA. */
const lettersOf = (n: number): string =>
  (n >= 26 ? lettersOf(Math.floor(n / 26) - 1) : '') + String.fromCharCode(65 + (n % 26));
