import { columns } from './columns.ts';
import { harmless } from './harmless.ts';
import type { Value } from './rows.ts';
import type { SheetWriter } from './sheet.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** .csv as RFC 4180 has it, in UTF-8 with a byte order mark, by which Excel knows it. */
export function csvWriter({
  headers,
  clock,
}: {
  headers: readonly string[];
  clock: (instant: number) => number;
}): SheetWriter {
  let text = BYTE_ORDER_MARK + lineOf(headers);
  return {
    async add(rows) {
      for (const row of rows) text += lineOf(columns.map((_, at) => cellOf(row[at] ?? null, at)));
    },
    async end() {},
    taken() {
      const bytes = Buffer.from(text);
      text = '';
      return bytes;
    },
  };

  function cellOf(value: Value, at: number): string {
    if (value === null) return '';
    switch (columns[at]?.type) {
      case 'money':
        return (Number(value) / 100).toFixed(2);
      case 'instant':
        // 2026-11-21 14:03:05
        return new Date(clock(Number(value))).toISOString().slice(0, 19).replace('T', ' ');
      case 'flag':
        return value ? 'TRUE' : 'FALSE';
      case 'number':
        return String(value);
      default:
        return harmless(String(value));
    }
  }
}

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
