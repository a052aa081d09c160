import type { UploadGuide } from '@crm/events/leads/fields/field.ts';
import { type FieldName, fieldList, fieldOf, type LeadFields } from '@crm/events/leads/fields/list.ts';
import { ownColumns, type UploadColumn } from './upload-own-columns.ts';

type FieldColumn = {
  [Name in FieldName]: LeadFields[Name] extends { upload: { column: infer Column extends string } }
    ? Column
    : never;
}[FieldName];

/** Kept under its own name among the lead's additional fields. Any number of columns can be one; other fields have one column. */
export const ADDITIONAL_FIELD = 'Additional field';

/** All that a column can be taken for. */
export type UploadField = keyof typeof ownColumns | FieldColumn | typeof ADDITIONAL_FIELD;

type Column = UploadColumn<UploadField>;

function ownColumn(name: keyof typeof ownColumns): Column {
  return { name, ...ownColumns[name] };
}

// A column's name in the catalogue is one of its type.
const columnName = (column: string) => column as FieldColumn;

function guideColumn(
  upload: { column: string; format: string; aliases: readonly string[] },
  guide: UploadGuide,
): Column {
  const { becomes, example, need = 'optional' } = guide;
  return {
    name: columnName(upload.column),
    need,
    becomes,
    format: upload.format,
    example,
    aliases: upload.aliases,
  };
}

function fieldColumn(name: FieldName): Column {
  const { upload } = fieldOf(name);
  if (!upload?.guide) throw new Error(`The field ${name} has no column in the guide`);
  return guideColumn(upload, upload.guide);
}

/** The guide's columns in the order in which partners know them. */
const known: readonly Column[] = [
  ownColumn('ID'),
  ownColumn('Date'),
  ownColumn('Status'),
  fieldColumn('productName'),
  fieldColumn('total'),
  fieldColumn('price'),
  fieldColumn('fullName'),
  ownColumn('Lastname'),
  fieldColumn('phone'),
  fieldColumn('email'),
  ownColumn('IP'),
  fieldColumn('country'),
  fieldColumn('postIndex'),
  fieldColumn('address'),
  ownColumn('Tracking code'),
  ownColumn('Decline reason'),
  ownColumn('Comment'),
  ownColumn('Company'),
  ownColumn('Manager'),
  fieldColumn('webmaster'),
  fieldColumn('sub3'),
  fieldColumn('sub4'),
  fieldColumn('sub5'),
  fieldColumn('sub2'),
  ownColumn('UTM Source'),
  ownColumn('UTM Campaign'),
  ownColumn('UTM Content'),
  ownColumn('UTM Term'),
  ownColumn('UTM Medium'),
  fieldColumn('sub1'),
  fieldColumn('currency'),
];

const uploads = fieldList.flatMap(({ upload }) => upload ?? []);

/** The columns of the guide; fields that were added to the catalogue since come last. */
export const uploadColumns: readonly Column[] = [
  ...known,
  ...uploads.flatMap((upload) =>
    upload.guide && known.every(({ name }) => name !== upload.column)
      ? guideColumn(upload, upload.guide)
      : [],
  ),
];

/** Fields without a column in the guide: an unknown column can be given to one of them by hand. */
const moreUploadFields: readonly Pick<Column, 'name' | 'aliases'>[] = [
  ...uploads.flatMap(({ column, aliases, guide }) => (guide ? [] : { name: columnName(column), aliases })),
  { name: ADDITIONAL_FIELD, aliases: [] },
];

/** The names of all that a column can be taken for. */
export const uploadFields: readonly UploadField[] = [...uploadColumns, ...moreUploadFields].map(
  ({ name }) => name,
);

/** Whether a column is known by its own name, to the letter. */
export const isUploadColumn = (name: string): name is UploadField =>
  uploadColumns.some((column) => column.name === name);

/** The field that an unknown column probably is: 'phone no.' is Phone, 'E-mail address' is E-Mail; null when none is near. */
export function suggestField(column: string): UploadField | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const wantedName = plain(column);
  const found = [...uploadColumns, ...moreUploadFields].find(
    ({ name, aliases }) => plain(name) === wantedName || aliases.includes(wantedName),
  );
  return found?.name ?? null;
}
