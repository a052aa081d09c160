import { readSync } from 'node:fs';
import { containerProblems, uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { type CellObject, CFB, read, type WorkSheet } from '@e965/xlsx';
import { merged, numberText } from './cells.ts';
import { formatOf, type NumberFormat } from './number-formats.ts';
import {
  checkLimits,
  letterOf,
  NO_SIGNS,
  NOTHING_WRONG,
  type Row,
  RowList,
  type Sheet,
  SheetWrong,
  sheetDetails,
  tooManyCells,
  withoutTail,
} from './sheet.ts';

/**
 * Opens an .xls file. The format can only be read as a whole, so the memory of the reading process limits its size.
 * @throws SheetWrong when the file is too large, encrypted, damaged or not a workbook
 */
export function openXls(file: number, size: number): Sheet {
  if (size > uploadLimits.xlsBytes) {
    const mb = uploadLimits.xlsBytes / 1024 / 1024;
    throw new SheetWrong(
      `An .xls file can have at most ${mb} MB (this may also be an encrypted .xlsx): save it as .xlsx or .csv`,
    );
  }
  const { name, sheet, count, since1904 } = firstSheet(wholeOf(file, size));
  return {
    format: 'xls',
    details: sheetDetails(name, count),
    rows: rowsOf(sheet, since1904),
  };
}

/** Reads all bytes of a file from offset 0; the descriptor's current position has no effect. */
function wholeOf(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const length = readSync(file, bytes, at, size - at, at);
    if (length === 0) return bytes.subarray(0, at);
    at += length;
  }
  return bytes;
}

type Found = { name: string; sheet: WorkSheet; count: number; since1904: boolean };

function firstSheet(bytes: Buffer): Found {
  let book: ReturnType<typeof read>;
  try {
    const container = CFB.read(bytes, { type: 'buffer' });
    if (CFB.find(container, 'EncryptedPackage')) throw encrypted();
    if (!CFB.find(container, 'Workbook') && !CFB.find(container, 'Book'))
      throw new SheetWrong(containerProblems.office);
    book = read(bytes, {
      type: 'buffer',
      dense: true,
      cellDates: false,
      cellNF: true,
      cellHTML: false,
      cellText: false,
    });
  } catch (error) {
    if (error instanceof SheetWrong) throw error;
    if (/password|encrypt/i.test(String(error))) throw encrypted();
    throw new SheetWrong(
      'The .xls file is damaged or cut off: open it in a spreadsheet program and save it again',
    );
  }
  const hidden = book.Workbook?.Sheets?.map(({ Hidden }) => (Hidden ?? 0) !== 0) ?? [];
  const visible = book.SheetNames.filter((_, at) => !hidden[at]);
  const [name] = visible;
  const sheet = name === undefined ? undefined : book.Sheets[name];
  if (name === undefined || !sheet) throw new SheetWrong('The workbook has no sheet');
  return { name, sheet, count: visible.length, since1904: book.Workbook?.WBProps?.date1904 === true };
}

const encrypted = () => new SheetWrong(containerProblems.encrypted);

async function* rowsOf(sheet: WorkSheet, since1904: boolean): AsyncGenerator<Row[]> {
  // With `dense`, the library stores the sheet as an array of rows in `!data`.
  const lines: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  const list = new RowList();
  const formats = new Map<string, NumberFormat | null>();
  const formatIn = (cell: CellObject | undefined) => {
    if (cell?.t !== 'n' || cell.z === undefined) return null;
    const code = String(cell.z);
    const known = formats.get(code);
    if (known !== undefined) return known;
    const format = formatOf(0, code);
    formats.set(code, format);
    return format;
  };
  let last = 0;
  let widest = 0;
  for (const [at, line] of lines.entries()) {
    const wrong: { column: number; message: string }[] = [];
    const signs: { column: number; sign: string }[] = [];
    if ((line?.length ?? 0) > uploadLimits.cells) throw tooManyCells(at + 1);
    const texts = Array.from(line ?? [], (cell, column) => {
      if (cell?.t === 'e')
        wrong.push({ column, message: `Column ${letterOf(column)} holds the error ${cell.w ?? '#ERROR'}` });
      const format = formatIn(cell);
      if (format?.kind === 'currency') signs.push({ column, sign: format.sign });
      return textOf(cell, format, since1904);
    });
    const cells = withoutTail(texts);
    if (!cells) continue;
    checkLimits(at + 1, cells);
    last = at;
    widest = Math.max(widest, cells.length);
    list.add({
      row: at + 1,
      cells,
      wrong: wrong.length > 0 ? wrong : NOTHING_WRONG,
      signs: signs.length > 0 ? signs : NO_SIGNS,
    });
    if (list.isFull) yield list.take();
  }
  yield list.take();
  for (const { s, e } of sheet['!merges'] ?? []) {
    if (s.r <= last && s.c < widest)
      throw merged(`${letterOf(s.c)}${s.r + 1}:${letterOf(e.c)}${e.r + 1}`, s.r + 1, s.c);
  }
}

function textOf(cell: CellObject | undefined, format: NumberFormat | null, since1904: boolean): string {
  switch (cell?.t) {
    case 'n':
      return numberText(Number(cell.v), format, since1904);
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE';
    case 's':
      return String(cell.v ?? '');
    case 'e':
      return String(cell.w ?? '#ERROR');
    default:
      return '';
  }
}
