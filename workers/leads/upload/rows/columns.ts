import type { UploadColumnFound } from '@crm/contracts/leads/upload.ts';
import {
  isUploadColumn,
  suggestField,
  type UploadField,
  uploadColumns,
} from '@crm/contracts/leads/upload-columns.ts';
import { texts } from '@crm/contracts/texts.ts';
import { isStorable } from '@crm/events/language/text.ts';
import { letterOf, type Row, SheetWrong } from '../file/sheet.ts';

/** By column name, what it is taken for; null leaves the column out. */
export type Mapping = Readonly<Record<string, UploadField | null>>;

/** A file's header, understood. */
export type Columns = {
  found: readonly UploadColumnFound[];
  /** Where each field stands. */
  at: ReadonlyMap<UploadField, number>;
  /** Columns that are kept under their own name among the lead's additional fields. */
  additional: readonly number[];
};

/** The column that an errors file has beside the original ones; not read on the way in. */
export const ERROR_COLUMN = 'Error';
const LONGEST_NAME = 200;
/** All names together, as JSON: the end of the batch holds them twice, and an event has at most 256 KiB. */
const NAMES_BYTES = 48 * 1024;

/** Takes the header apart. What leaves no doubt about what is meant goes on; the rest is refused by its columns. */
export function columnsOf(header: Row, mapping: Mapping, remembered: Mapping): Columns {
  const { row, cells } = header;
  if (row > 1) throw new SheetWrong('Row 1 is empty: the names of the columns belong there');
  const found = cells.map((cell, column) => columnOf(cell, column, mapping, remembered));
  if (Buffer.byteLength(JSON.stringify(found.map(({ name }) => name))) > NAMES_BYTES)
    throw new SheetWrong('The names of the columns are too long together: shorten them');
  const names = new Map<string, string>();
  const at = new Map<UploadField, number>();
  const additional: number[] = [];
  for (const [column, { letter, name, field }] of found.entries()) {
    const before = names.get(name);
    if (before !== undefined) throw new SheetWrong(`Two columns are named ${name}: ${before} and ${letter}`);
    names.set(name, letter);
    if (field === 'Additional field') additional.push(column);
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
  // The form's own word counts most; a name of the guide is never taken for something else by what was once said.
  if (Object.hasOwn(mapping, name)) return { ...known, field: mapping[name] ?? null, by: 'mapping' };
  if (isUploadColumn(name)) return { ...known, field: name, by: 'name' };
  if (Object.hasOwn(remembered, name)) return { ...known, field: remembered[name] ?? null, by: 'remembered' };
  return { letter, name, field: null, by: 'nothing', suggestion: suggestField(name) };
}

/** Names that nothing is known of, and that somebody should say something about. */
export function unknownOf({ found }: Columns): { name: string; suggestion: UploadField | null }[] {
  return found
    .filter(
      ({ by, name, letter }) => by === 'nothing' && name !== ERROR_COLUMN && name !== `Column ${letter}`,
    )
    .map(({ name, suggestion }) => ({ name, suggestion }));
}

/** What no row can be valid without: Customer, Phone, and Amount or Price unless the offer's own price is taken. */
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

/** Refuses a second line of names, and a title above the names: they would become leads, or keep all from it. */
export function holdToOneHeader({ found, at }: Columns, next: Row): void {
  const texts = next.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const names = texts.filter((text) => isUploadColumn(text) || found.some(({ name }) => name === text));
  if (names.length < 2 || names.length < texts.length / 2) return;
  if (at.size === 0)
    throw new SheetWrong(
      `The names of the columns stand in row ${next.row}: delete the rows above it, so that they stand in row 1`,
    );
  throw new SheetWrong(
    `Row ${next.row} holds names of columns once more (${names.slice(0, 3).join(', ')}): keep one row of them`,
    next.row,
  );
}
