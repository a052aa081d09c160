import { OfferId } from '@crm/events/ids.ts';
import { utils, write } from '@e965/xlsx';
import type { Read } from '../leads/upload/process/protocol.ts';
import type { CheckedRow } from '../leads/upload/rows/check.ts';
import { rowsOf, type Workbook, workbook } from './workbook.ts';

const rules = {
  offer: {
    id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000'),
    name: 'Tea',
    price: 100,
    currency: 'INR',
  },
  useOfferPrice: true,
  dateOrder: null,
  timeZone: 'UTC',
  now: Date.UTC(2025, 5, 1),
} as const;

/** Settings of an upload that maps no columns. */
export const checking = { mapping: {}, remembered: {}, rules, after: 0 };

/** The rows read, and any error message. */
export async function resultOf(parts: AsyncIterable<Read>) {
  const rows: CheckedRow[] = [];
  try {
    for await (const part of parts) if (part.kind === 'rows') rows.push(...part.rows);
    return { rows, message: null };
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { rows, message };
  }
}

export const header = ['Customer', 'Phone'];
export const good = ['Asha Rao', '+91 98200 11111'];
export const goodSheet = rowsOf([header, good]);

export const sheetOf = (sheet: Workbook['sheet']) => workbook({ sheet });
/** An old workbook of one sheet; `merges` are ranges of cells. */
export const xls = (rows: unknown[][], merges: string[] = []) => {
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Leads');
  return Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }));
};
