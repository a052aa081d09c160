import type { UploadField } from '@crm/contracts/leads/upload-columns.ts';
import { texts } from '@crm/contracts/texts.ts';
import { isStorable, lengthOf } from '@crm/events/language/text.ts';
import { letterOf, type Row } from '../file/sheet.ts';
import type { Read } from './cell.ts';
import type { Columns } from './columns.ts';

export type Fields = ReturnType<typeof fieldsOf>;

/** Returns functions that read the cells of a row by field and add problems to `errors`. */
export function fieldsOf(row: Row, columns: Columns, errors: string[]) {
  const cellOf = (field: UploadField) => {
    const at = columns.at.get(field);
    return at === undefined ? '' : (row.cells[at]?.trim() ?? '');
  };
  /** The field's name in the guide, followed by the file's own name when it differs. */
  const nameOf = (field: UploadField) => {
    const at = columns.at.get(field);
    const own = at === undefined ? field : columns.found[at]?.name;
    return own === field ? field : `${field} (column ${own})`;
  };
  const isWrong = (field: UploadField) => row.wrong.some(({ column }) => column === columns.at.get(field));
  if (row.cells.length > columns.found.length)
    errors.push(
      `The row has ${row.cells.length} cells, the header has ${columns.found.length}: is there a comma or semicolon that should be in quotes?`,
    );
  for (const [column, cell] of row.cells.entries())
    if (!isStorable(cell)) errors.push(`Column ${letterOf(column)}: ${texts.badCharacters}`);
  return {
    cellOf,
    nameOf,
    has: (field: UploadField) => cellOf(field) !== '',
    /** The currency that the cell's number format shows; '' without one. */
    signOf: (field: UploadField) =>
      row.signs.find(({ column }) => column === columns.at.get(field))?.sign ?? '',
    additional: () =>
      columns.additional.map((at): [string, string] => [
        columns.found[at]?.name ?? '',
        row.cells[at]?.trim() ?? '',
      ]),
    text(field: UploadField, most: number, least = 0): string | null {
      const cell = cellOf(field);
      if (cell === '' || isWrong(field)) return null;
      if (lengthOf(cell) > most) errors.push(`${nameOf(field)} cannot exceed ${most} characters`);
      if (lengthOf(cell) < least) errors.push(`${nameOf(field)} must be at least ${least} characters`);
      return cell;
    },
    read<T>(field: UploadField, how: (cell: string) => Read<T>): T | null {
      const cell = cellOf(field);
      if (cell === '' || isWrong(field)) return null;
      const read = how(cell);
      if (read.kind === 'good') return read.value;
      errors.push(`${nameOf(field)} ${read.why}`);
      return null;
    },
  };
}
