import { Writable } from 'node:stream';
import type { Worksheet } from 'exceljs';
import type { ColumnType } from './columns.ts';
import type { Value } from './rows.ts';
import type { SheetOptions, SheetWriter } from './sheet.ts';

/** The limit of rows of an Excel sheet, with the header. */
const MOST_ROWS = 1_048_576;

/** Text cells have the text format, so that an edited cell stays text. */
const formats: Record<ColumnType, string> = {
  text: '@',
  phone: '@',
  number: '0',
  money: '#,##0.00',
  instant: 'yyyy-mm-dd hh:mm:ss',
  flag: 'General',
};

/**
 * Writes .xlsx as a stream and keeps no written rows. Rows beyond the limit of a sheet go to a further sheet. The package
 * is loaded at the first use: 0.2 of the 1.6 s of processor time that a start takes.
 */
export async function xlsxWriter(options: SheetOptions): Promise<SheetWriter> {
  const { columns, headers, clock, createdAt } = options;
  const { default: exceljs } = await import('exceljs');
  let pieces: Buffer[] = [];
  const out = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    // A table of shared texts would have to stay in memory until the end.
    useSharedStrings: false,
    // The lowest level takes half the time and a third more bytes.
    zip: { zlib: { level: 1 } },
  });
  workbook.creator = 'Lead Management';
  workbook.created = createdAt;
  workbook.modified = createdAt;
  let sheets = 0;
  let rows = 0;
  let sheet = newSheet();

  return {
    async add(values) {
      for (const row of values) {
        if (rows === MOST_ROWS) {
          sheet.commit();
          sheet = newSheet();
        }
        sheet.addRow(columns.map(({ type }, at) => cellOf(row[at] ?? null, type))).commit();
        rows += 1;
      }
      await compressed(sheet);
    },
    end: () => workbook.commit(),
    taken() {
      const bytes = Buffer.concat(pieces);
      pieces = [];
      return bytes;
    },
  };

  function newSheet(): Worksheet {
    sheets += 1;
    rows = 1;
    const sheet = workbook.addWorksheet(sheets === 1 ? 'Leads' : `Leads ${sheets}`, {
      views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }],
    });
    sheet.columns = columns.map(({ type, width }, at) => ({
      header: headers[at] ?? '',
      width: Math.max(width, (headers[at] ?? '').length + 2),
      style: { numFmt: formats[type] },
    }));
    const header = sheet.getRow(1);
    header.font = { bold: true };
    header.commit();
    return sheet;
  }

  function cellOf(value: Value, type: ColumnType): Value | Date {
    if (value === null) return null;
    if (type === 'instant') return new Date(clock(Number(value)));
    if (type === 'money') return Number(value) / 100;
    return typeof value === 'string' ? inXml(value) : value;
  }
}

/**
 * Text for a cell's XML. XML forbids U+FFFE and U+FFFF: one of them makes the whole file unreadable. A spreadsheet
 * reads _x0041_ as A, so the first character of such an escape is escaped.
 */
const inXml = (text: string): string =>
  text.replaceAll(/[\ufffe\uffff]/g, '\ufffd').replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

/**
 * Waits until the sheet's rows are compressed. exceljs accepts rows faster than it compresses them and queues the rest
 * (100,000 rows take 230 MB), without a way to wait. So this writes an empty piece to the streams that the sheet is
 * piped into: when it has passed, all earlier pieces have.
 */
async function compressed(sheet: Worksheet): Promise<void> {
  // A boundary: exceljs does not declare this field (lib/utils/stream-buf.js).
  const { pipes } = (sheet as Worksheet & { stream: { pipes: Writable[] } }).stream;
  for (const pipe of pipes) await new Promise((done) => pipe.write(Buffer.alloc(0), done));
}
