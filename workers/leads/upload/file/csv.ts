import { Readable } from 'node:stream';
import { uploadLimits } from '@crm/contracts/leads/upload.ts';
import { CsvError, parse } from 'csv-parse';
import { encodingOf, textOf } from './csv-encoding.ts';
import {
  checkLimits,
  checkRowNumber,
  formatted,
  NOTHING_WRONG,
  type Row,
  RowList,
  type Sheet,
  SheetWrong,
  tooManyCells,
  withoutTail,
} from './sheet.ts';

const delimiters = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

/** A text file of rows: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs; quoted cells may hold newlines. */
export function openCsv(file: number): Sheet {
  const encoding = encodingOf(file);
  let head = '';
  for (const text of textOf(file, encoding)) {
    head += text;
    if (head.length > 64 * 1024) break;
  }
  if (head.trim() === '') throw new SheetWrong('The file is empty');
  const [delimiter, name] = delimiterOf(head);
  return {
    format: 'csv',
    details: `${encoding.name}, separated by ${name}`,
    rows: rowsOf(textOf(file, encoding), delimiter),
  };
}

/** The delimiter that the first line has most of, outside of quotes. */
function delimiterOf(head: string): (typeof delimiters)[number] {
  const times = new Map<string, number>();
  let quoted = false;
  for (const sign of head) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (times.size > 0) break;
    } else if (!quoted) times.set(sign, (times.get(sign) ?? 0) + 1);
  }
  const [comma, ...others] = delimiters;
  return others.reduce<(typeof delimiters)[number]>(
    (best, each) => ((times.get(each[0]) ?? 0) > (times.get(best[0]) ?? 0) ? each : best),
    comma,
  );
}

async function* rowsOf(text: Iterable<string>, delimiter: string): AsyncGenerator<Row[]> {
  const parser = parse({
    delimiter,
    bom: true,
    // An empty line is an empty row of the spreadsheet, and is counted.
    skip_empty_lines: false,
    relax_column_count: true,
    // 5" screens: a quote within a cell that did not begin with one is a sign like any other.
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Bounds the cells of a row: from here on, delimiters are text of the last cell, and count towards the next limit.
    ignore_last_delimiters: uploadLimits.cells,
    // csv-parse counts characters of finished cells, but bytes of the current one: up to three a character.
    max_record_size: uploadLimits.rowCharacters + 3 * uploadLimits.cellCharacters,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  const list = new RowList();
  try {
    for await (const record of parser) {
      row += 1;
      checkRowNumber(row);
      // csv-parse gives lists of text where no option says otherwise.
      const all = record as string[];
      if (all[uploadLimits.cells - 1]?.includes(delimiter)) throw tooManyCells(row);
      const cells = withoutTail(all);
      if (!cells) continue;
      checkLimits(row, cells);
      list.add({ row, cells, wrong: NOTHING_WRONG });
      if (list.isFull) yield list.take();
    }
  } catch (error) {
    // The parser is ahead of the rows that were taken from it.
    throw error instanceof CsvError ? refusalOf(error, parser.info.records + 1) : error;
  } finally {
    source.destroy();
  }
  yield list.take();
}

function refusalOf(error: CsvError, row: number): SheetWrong {
  const { rowCharacters, cellCharacters, cells } = uploadLimits;
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      // The index of the cell at which the row became too long.
      if (Number(error['index']) >= cells - 1) return tooManyCells(row);
      return new SheetWrong(
        `Row ${row} holds more than ${formatted(rowCharacters)} characters, or ${formatted(cellCharacters)} in one cell: look for a quote that is opened in it and never closed, or shorten the row`,
        row,
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new SheetWrong(
        `A quote is opened in row ${row} and never closed: close it, or write "" for a quote within a cell`,
        row,
      );
    default:
      return new SheetWrong(`Row ${row} cannot be read: ${error.message}`, row);
  }
}
