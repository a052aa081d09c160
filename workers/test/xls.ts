import { utils, write } from '@e965/xlsx';

/** An .xls with one sheet of text cells. */
export function xlsOf(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Leads');
  // A cast: the library returns any.
  return write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer;
}
