import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '@crm/platform/csv/write.ts';
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
      for (const row of rows) text += csvLine(columns.map((_, at) => cellOf(row[at] ?? null, at)));
    },
    async end() {},
    taken() {
      const bytes = Buffer.from(text);
      text = '';
      return bytes;
    },
  };

  function cellOf(value: Value, at: number): CsvCell {
    if (value === null) return '';
    switch (columns[at]?.type) {
      case 'money':
        return { asIs: (Number(value) / 100).toFixed(2) };
      case 'instant':
        // 2026-11-21 14:03:05
        return { asIs: new Date(clock(Number(value))).toISOString().slice(0, 19).replace('T', ' ') };
      case 'flag':
        return { asIs: value ? 'TRUE' : 'FALSE' };
      case 'number':
        return { asIs: String(value) };
      case 'phone': {
        const phone = String(value);
        return PHONE.test(phone) ? { asIs: phone } : phone;
      }
      default:
        return String(value);
    }
  }
}
