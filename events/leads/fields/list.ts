import { leadFields } from '../fields.ts';
import type { LeadField } from './field.ts';
import type { FieldKind, Stored } from './kinds.ts';

type Catalogue = typeof leadFields;
export type FieldGroup = keyof Catalogue;

/** The fields of all groups by their names. */
export type LeadFields = Catalogue['customer'] &
  Catalogue['address'] &
  Catalogue['product'] &
  Catalogue['source'] &
  Catalogue['handling'];
export type FieldName = keyof LeadFields;

/** The name of a field inside its group of an event. */
export type KeyOf<F, Name> = F extends { key: infer Key extends string } ? Key : Name;
/** The field's column of the read model. */
type ColumnOf<F, Name> = F extends { column: infer Column extends string } ? Column : Name;
export type KindOf<F> = F extends { kind: infer Kind extends FieldKind } ? Kind : never;

/** The values of all fields by their columns of the read model. */
export type FieldColumns = {
  [Name in FieldName as ColumnOf<LeadFields[Name], Name>]: Stored<KindOf<LeadFields[Name]>>;
} & {
  [Name in FieldName as LeadFields[Name] extends { matched: { column: infer Column extends string } }
    ? Column
    : never]: string | (null extends Stored<KindOf<LeadFields[Name]>> ? null : never);
};

/** A field with all that its place in the catalogue says. */
export type ListedField = LeadField & { name: FieldName; group: FieldGroup; key: string; column: string };

function fieldsOf(group: FieldGroup): ListedField[] {
  const fields: Record<string, LeadField> = leadFields[group];
  return Object.entries(fields).map(([name, field]) => ({
    key: name,
    column: name,
    ...field,
    group,
    // The keys of the groups are the names of fields.
    name: name as FieldName,
  }));
}

// The keys of the catalogue are its groups.
export const fieldGroups = Object.keys(leadFields) as FieldGroup[];

/** Every field, in the order of the catalogue. */
export const fieldList: readonly ListedField[] = fieldGroups.flatMap(fieldsOf);

const byName = new Map(fieldList.map((field) => [field.name, field]));

/** A field by its name. */
export function fieldOf(name: FieldName): ListedField {
  const field = byName.get(name);
  if (!field) throw new Error(`The catalogue has no field ${name}`);
  return field;
}
