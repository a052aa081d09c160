import {
  ADDITIONAL_FIELD,
  isUploadColumn,
  suggestField,
  type UploadField,
  uploadColumns,
} from '@crm/contracts/leads/upload-columns.ts';
import type { UploadColumnFound } from '@crm/contracts/leads/upload-results.ts';
import { texts } from '@crm/contracts/texts.ts';
import { isStorable } from '@crm/events/language/text.ts';
import { letterOf, type Row, SheetWrong } from '../file/sheet.ts';

/** Maps a column name to its field; null ignores the column. */
export type Mapping = Readonly<Record<string, UploadField | null>>;

/** The columns of a file, from its header. */
export type Columns = {
  found: readonly UploadColumnFound[];
  /** Column index of each field, from 0. */
  at: ReadonlyMap<UploadField, number>;
  /** Indexes of the columns that are stored under their own name in the lead's additional fields. */
  additional: readonly number[];
};

/** The column that an errors file adds to the original ones. An upload ignores it. */
export const ERROR_COLUMN = 'Error';
const LONGEST_NAME = 200;
/** Limit of all names together as JSON: the event that ends the batch has them twice, and an event at most 256 KiB. */
const NAMES_BYTES = 48 * 1024;

/**
 * Reads the header. `mapping` is the choice of this upload; `remembered` has the choices of earlier ones.
 * @throws SheetWrong when the header is not in row 1, its names are invalid, or a name or field occurs twice
 */
export function columnsOf(header: Row, mapping: Mapping, remembered: Mapping): Columns {
  const { row, cells } = header;
  if (row > 1) throw new SheetWrong('Row 1 is empty: the names of the columns belong there');
  const found = withFreeFields(cells.map((cell, column) => columnOf(cell, column, mapping, remembered)));
  if (Buffer.byteLength(JSON.stringify(found.map(({ name }) => name))) > NAMES_BYTES)
    throw new SheetWrong('The names of the columns are too long together: shorten them');
  const names = new Map<string, string>();
  const at = new Map<UploadField, number>();
  const additional: number[] = [];
  for (const [column, { letter, name, field }] of found.entries()) {
    const before = names.get(name);
    if (before !== undefined) throw new SheetWrong(`Two columns are named ${name}: ${before} and ${letter}`);
    names.set(name, letter);
    if (field === ADDITIONAL_FIELD) additional.push(column);
    else if (field !== null) {
      const taken = at.get(field);
      if (taken !== undefined)
        throw new SheetWrong(
          `Two columns are taken for ${field}: ${found[taken]?.name} (${letterOf(taken)}) and ${name} (${letter})`,
        );
      at.set(field, column);
    }
  }
  return { found, at, additional };
}

function columnOf(cell: string, column: number, mapping: Mapping, remembered: Mapping): UploadColumnFound {
  const letter = letterOf(column);
  const name = cell.trim() === '' ? `Column ${letter}` : cell.trim();
  if (!isStorable(name)) throw new SheetWrong(`The name of column ${letter}: ${texts.badCharacters}`);
  if (name.length > LONGEST_NAME)
    throw new SheetWrong(`The name of column ${letter} has more than ${LONGEST_NAME} characters`);
  const known = { letter, name, suggestion: null };
  // The mapping of this upload has priority. A remembered mapping never overrides a name of the guide.
  if (Object.hasOwn(mapping, name)) return { ...known, field: mapping[name] ?? null, by: 'mapping' };
  if (isUploadColumn(name)) return { ...known, field: name, by: 'name' };
  if (Object.hasOwn(remembered, name)) return { ...known, field: remembered[name] ?? null, by: 'remembered' };
  return { letter, name, field: null, by: 'nothing', suggestion: suggestField(name) };
}

/**
 * Drops a remembered field that another column has by its name or by this upload's mapping, because a file must not be
 * refused for the choice of an earlier one; then the suggestions that cannot be taken together. The first column keeps it.
 */
function withFreeFields(columns: readonly UploadColumnFound[]): UploadColumnFound[] {
  const recalled = onlyFree(columns, ({ by, field }) => (by === 'remembered' ? field : null));
  return onlyFree(recalled, ({ suggestion }) => suggestion);
}

function onlyFree(
  columns: readonly UploadColumnFound[],
  wantedBy: (column: UploadColumnFound) => UploadField | null,
): UploadColumnFound[] {
  const taken = new Set(columns.filter((column) => wantedBy(column) === null).map(({ field }) => field));
  return columns.map((column) => {
    const wanted = wantedBy(column);
    // Any number of columns can be an additional field.
    if (wanted === null || wanted === ADDITIONAL_FIELD) return column;
    if (taken.has(wanted)) return { ...column, field: null, by: 'nothing', suggestion: null };
    taken.add(wanted);
    return column;
  });
}

/** Returns the named columns without a field, which the user should map, with a suggestion if there is one. */
export function unknownOf({ found }: Columns): { name: string; suggestion: UploadField | null }[] {
  return found
    .filter(
      ({ by, name, letter }) => by === 'nothing' && name !== ERROR_COLUMN && name !== `Column ${letter}`,
    )
    .map(({ name, suggestion }) => ({ name, suggestion }));
}

/** Returns a message for each missing column: Customer, Phone, and Amount or Price unless the offer's price is used. */
export function missingOf({ at, found }: Columns, useOfferPrice: boolean): string[] {
  const required = uploadColumns.filter(({ need }) => need === 'required').map(({ name }) => name);
  const missing = required.filter((name) => !at.has(name)).map((name) => missingColumn(name, found));
  if (!useOfferPrice && !at.has('Amount') && !at.has('Price'))
    missing.push('Column Amount or Price is missing: one of them is required, or the offer’s price');
  return missing;
}

function missingColumn(name: string, found: Columns['found']): string {
  const near = found.find(({ suggestion }) => suggestion === name);
  const hint = near ? `; column ${near.letter} is named ${near.name}` : '';
  return `Column ${name} is missing: it is required, and names are case-sensitive${hint}`;
}

/**
 * Refuses a second header row, which would become a lead, and a title above the header, which hides the column names.
 * @param next the first row below the header
 */
export function holdToOneHeader({ found, at }: Columns, next: Row): void {
  const texts = next.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const names = texts.filter((text) => isUploadColumn(text) || found.some(({ name }) => name === text));
  if (names.length < 2 || names.length < texts.length / 2) return;
  if (at.size === 0)
    throw new SheetWrong(
      `The names of the columns are in row ${next.row}: delete the rows above it, so that they are in row 1`,
    );
  throw new SheetWrong(
    `Row ${next.row} holds names of columns once more (${names.slice(0, 3).join(', ')}): keep one row of them`,
  );
}
