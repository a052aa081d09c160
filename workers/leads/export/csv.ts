import { BYTE_ORDER_MARK, csvLine, csvText } from '@crm/platform/csv/write.ts';
import type { Value } from './rows.ts';
import type { SheetOptions, SheetWriter } from './sheet.ts';

/** A plus, digits and spaces cannot be a formula, and dialers can read them. */
const PHONE = /^\+[0-9 ]+$/;

/** .csv in UTF-8 with a byte order mark. */
export function csvWriter({
  columns,
  headers,
  clock,
}: Pick<SheetOptions, 'columns' | 'headers' | 'clock'>): SheetWriter {
  let text = BYTE_ORDER_MARK + csvLine(headers);
  return {
    async add(rows) {
      for (const row of rows) text += line(row);
    },
    async end() {},
    taken() {
      const bytes = Buffer.from(text);
      text = '';
      return bytes;
    },
  };

  /** Without an array of cells, which would take a third of the time. */
  function line(row: readonly Value[]): string {
    let cells = '';
    for (let at = 0; at < columns.length; at += 1) {
      if (at > 0) cells += ',';
      cells += cellOf(row[at] ?? null, at);
    }
    return `${cells}\r\n`;
  }

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
      case 'phone': {
        const phone = String(value);
        return PHONE.test(phone) ? phone : csvText(phone);
      }
      default:
        return csvText(String(value));
    }
  }
}
