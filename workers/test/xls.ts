import { utils, write } from '@e965/xlsx';

/** An .xls of one sheet with these cells, each as text. */
export function xlsOf(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Leads');
  // An edge: the library types what it writes as any.
  return write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer;
}
