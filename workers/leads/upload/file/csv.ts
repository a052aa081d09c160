import { Readable } from 'node:stream';
import { uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { CsvError, parse } from 'csv-parse';
import { encodingOf, textOf } from './csv-encoding.ts';
import {
  checkLimits,
  checkRowNumber,
  formatted,
  NO_SIGNS,
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

/**
 * Opens a delimited text file: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs. Quoted cells may contain
 * newlines.
 */
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

/** Returns the delimiter that occurs most often outside quotes in the first line that is not empty. */
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
    // Row numbers count empty lines, as a spreadsheet does.
    skip_empty_lines: false,
    relax_column_count: true,
    // 5" screen: a quote inside an unquoted cell is an ordinary character.
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Limits the cells of a row: further delimiters become text of the last cell and count towards max_record_size.
    ignore_last_delimiters: uploadLimits.cells,
    // csv-parse counts finished cells in characters but the current one in bytes, up to three per character.
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
      // With these options csv-parse returns string arrays.
      const all = record as string[];
      if (all[uploadLimits.cells - 1]?.includes(delimiter)) throw tooManyCells(row);
      const cells = withoutTail(all);
      if (!cells) continue;
      checkLimits(row, cells);
      list.add({ row, cells, wrong: NOTHING_WRONG, signs: NO_SIGNS });
      if (list.isFull) yield list.take();
    }
  } catch (error) {
    // The parser runs ahead of this loop, so its own count gives the row of the error.
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
      // `index` is the cell at which the row exceeded the limit.
      if (Number(error['index']) >= cells - 1) return tooManyCells(row);
      return new SheetWrong(
        `Row ${row} holds more than ${formatted(rowCharacters)} characters, or ${formatted(cellCharacters)} in one cell: look for a quote that is opened in it and never closed, or shorten the row`,
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new SheetWrong(
        `A quote is opened in row ${row} and never closed: close it, or write "" for a quote within a cell`,
      );
    default:
      return new SheetWrong(`Row ${row} cannot be read: ${error.message}`);
  }
}
