import { leadFields } from '../fields.ts';
import type { LeadField } from './field.ts';
import type { FieldKind, Stored } from './kinds.ts';

type Catalogue = typeof leadFields;
export type FieldGroup = keyof Catalogue;

/** All fields of all groups, by name. */
export type LeadFields = Catalogue['customer'] &
  Catalogue['address'] &
  Catalogue['product'] &
  Catalogue['source'] &
  Catalogue['handling'];
export type FieldName = keyof LeadFields;

/** The key of a field in its group of an event's details. */
export type KeyOf<F, Name> = F extends { key: infer Key extends string } ? Key : Name;
/** The field's column of the read model. */
type ColumnOf<F, Name> = F extends { column: infer Column extends string } ? Column : Name;
export type KindOf<F> = F extends { kind: infer Kind extends FieldKind } ? Kind : never;

/** The values of all fields, by column of the read model. */
export type FieldColumns = {
  [Name in FieldName as ColumnOf<LeadFields[Name], Name>]: Stored<KindOf<LeadFields[Name]>>;
} & {
  [Name in FieldName as LeadFields[Name] extends { matched: { column: infer Column extends string } }
    ? Column
    : never]: string | (null extends Stored<KindOf<LeadFields[Name]>> ? null : never);
};

/** A field with its name and group, and with the defaults of `key` and `column`. */
export type ListedField = LeadField & { name: FieldName; group: FieldGroup; key: string; column: string };

function fieldsOf(group: FieldGroup): ListedField[] {
  const fields: Record<string, LeadField> = leadFields[group];
  return Object.entries(fields).map(([name, field]) => ({
    key: name,
    column: name,
    ...field,
    group,
    // Object.entries loses the type of the keys; they are field names.
    name: name as FieldName,
  }));
}

// Object.keys loses the type of the keys.
export const fieldGroups = Object.keys(leadFields) as FieldGroup[];

/** Every field, in the order of the catalogue. */
export const fieldList: readonly ListedField[] = fieldGroups.flatMap(fieldsOf);

const byName = new Map(fieldList.map((field) => [field.name, field]));

/** Returns the field with a name. @throws when the catalogue lacks it */
export function fieldOf(name: FieldName): ListedField {
  const field = byName.get(name);
  if (!field) throw new Error(`The catalogue has no field ${name}`);
  return field;
}
