import { anyCharacter } from '@crm/events/test/any-character.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, undoHarmless } from './harmless.ts';
import { csvLine, csvText } from './write.ts';

/** Generates texts that consist mostly of signs, separators, quotes and white space. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@＝＋－＠,;\t\r\n"\' \u00a0\u3000\v\f\0a1'),
    fc.constantFrom('=1', '\t=', ',"=', ';  +', "'", '\r\n-', '"",'),
    anyCharacter,
  ),
  maxLength: 12,
});
const sheet = fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

/** Parses as leniently as a spreadsheet: quotes anywhere, any line ending, any number of columns. */
const cellsOf = (text: string, delimiter: string | string[], quote: '"' | null = '"') =>
  parse(text, {
    delimiter,
    quote,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }).flat();

const begins = /^[\s"]*[=+\-@＝＋－＠]/;

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['any of them', [',', ';', '\t']],
])('no cell begins with a formula when the file is read with %s', (_, delimiter) => {
  fc.assert(
    fc.property(sheet, (rows) => {
      const text = rows.map(csvLine).join('');
      for (const quote of ['"', null] as const) {
        let cells: string[];
        try {
          cells = cellsOf(text, delimiter, quote);
        } catch (error) {
          // With another separator, a quote can remain open; then there is no cell to check.
          if (delimiter === ',') throw error;
          continue;
        }
        expect(cells.filter((cell) => begins.test(cell))).toEqual([]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('undoHarmless restores the original texts of a file read with commas', () => {
  fc.assert(
    fc.property(sheet, (rows) => {
      const read = parse(rows.map(csvLine).join(''), {
        record_delimiter: '\r\n',
        relax_column_count: true,
        skip_empty_lines: false,
      });
      expect(read.map((cells) => cells.map(undoHarmless))).toEqual(rows);
    }),
    { numRuns: 2_000 },
  );
});

test('a text is left alone only if it needs neither an apostrophe nor quotes', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const cell = harmless(text);
      expect(csvText(text)).toBe(/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    }),
    { numRuns: 5_000 },
  );
});

describe('adds an apostrophe', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['-', "'-"],
    ['  +1', "'  +1"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ['"=1"', `'"=1"`],
    ['a;=1', "a;'=1"],
    ['a\n@b', "a\n'@b"],
    ['a, -5', "a, '-5"],
    ["'=1", "''=1"],
  ])('before %j', (text, cell) => {
    expect(harmless(text)).toBe(cell);
    expect(undoHarmless(cell)).toBe(text);
  });

  test.each(['Asha', 'a=b', "it's", '1+1', 'x@y.example', '', ' a', "'a", 'a; b', '😀'])(
    'nowhere in %j',
    (text) => {
      expect(harmless(text)).toBe(text);
    },
  );
});

test('escapes long texts of signs, spaces or separators in linear time', () => {
  for (const unit of ['=', ' ', "'", '"', ';', '\t', "\t'", ';"', '\n '])
    expect(undoHarmless(harmless(unit.repeat(300_000)))).toBe(unit.repeat(300_000));
});
