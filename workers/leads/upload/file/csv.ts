import { Readable } from 'node:stream';
import { uploadLimits } from '@crm/contracts/leads/upload.ts';
import { CsvError, parse } from 'csv-parse';
import { encodingOf, textOf } from './csv-encoding.ts';
import { holdToLimits, NOTHING_WRONG, type Row, type Sheet, SheetWrong, withoutTail } from './sheet.ts';

const delimiters = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

/** How many rows are handed on at once. */
const AT_ONCE = 200;

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
    max_record_size: uploadLimits.rowCharacters,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  let rows: Row[] = [];
  try {
    for await (const record of parser) {
      row += 1;
      // csv-parse gives lists of text where no option says otherwise.
      const cells = withoutTail(record as string[]);
      if (!cells) continue;
      holdToLimits(row, cells);
      rows.push({ row, cells, wrong: NOTHING_WRONG });
      if (rows.length === AT_ONCE) {
        yield rows;
        rows = [];
      }
    }
  } catch (error) {
    // The parser is ahead of what was asked of it.
    throw error instanceof CsvError ? told(error, parser.info.records + 1) : error;
  } finally {
    source.destroy();
  }
  yield rows;
}

function told(error: CsvError, row: number): SheetWrong {
  const most = uploadLimits.rowCharacters.toLocaleString('en-US');
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new SheetWrong(
        `Row ${row} holds more than ${most} characters: is a quote opened in it that nothing closes?`,
        row,
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new SheetWrong(`A quote is opened in row ${row} and never closed`, row);
    default:
      return new SheetWrong(`Row ${row} cannot be read: ${error.message}`, row);
  }
}
