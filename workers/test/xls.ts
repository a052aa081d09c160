import { CFB, utils, write } from '@e965/xlsx';

/** An .xls with one sheet of text cells. */
export function xlsOf(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Leads');
  return write(book, { bookType: 'biff8', type: 'buffer' });
}

/** A compound file with these streams, for example an old text document. */
export function compound(...streams: string[]): Buffer {
  const made = CFB.utils.cfb_new();
  for (const name of streams) CFB.utils.cfb_add(made, name, Buffer.alloc(5000, 1));
  return Buffer.from(CFB.write(made, { type: 'buffer' }));
}
