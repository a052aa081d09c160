/**
 * A value that an event changed, as people read it. Empty text is an empty field; `from` is null where the event does not
 * store the value before.
 */
export type Change = { field: string; label: string; from: string | null; to: string };

/**
 * An event for people: one sentence, the values it changed, and the reason that was given for it. `initial`: the values with
 * which a creation begins, which are not listed with it; a first change is shown from them. `hasAllFields`: of an edit that
 * stores also the fields that stay, which are then left out.
 */
export type Description = {
  text: string;
  changes: readonly Change[];
  reason?: string | null;
  initial?: readonly Change[];
  hasAllFields?: true;
};

/** Names by id of the offers, users and views that an event refers to; an id without a name is shown as it is. */
export type Names = Pick<ReadonlyMap<string, string>, 'get'>;

type AnyEvent = { type: string; data: unknown };

/** By event type, its description: a type without one is a compile error. */
export type Descriptions<E extends AnyEvent> = {
  readonly [Type in E['type']]: (data: Extract<E, { type: Type }>['data'], names: Names) => Description;
};

/** Describes an event by the entry of its type. */
export function describeBy<E extends AnyEvent>(
  descriptions: Descriptions<E>,
  event: E,
  names: Names = new Map(),
): Description {
  // The type of each entry's data follows from its key, which TypeScript does not see through a union.
  const byType = descriptions as Readonly<
    Record<string, ((data: unknown, names: Names) => Description) | undefined>
  >;
  const description = byType[event.type];
  if (!description) throw new Error(`No description of ${event.type}`);
  return description(event.data, names);
}

/** A change of one value; `from` undefined is an unknown value. */
export const change = (field: string, label: string, from: unknown, to: unknown): Change => ({
  field,
  label,
  from: from === undefined ? null : textOf(from),
  to: textOf(to),
});

/**
 * The fields of an aggregate's details in the order of their changes: a missing field is a compile error. `text` converts
 * a value that people cannot read as it is, and must leave out secrets.
 */
export type DescribedFields<T> = {
  readonly [Field in keyof T]-?: {
    label: string;
    text?: (value: Exclude<T[Field], undefined>, names: Names) => string;
  };
};
type SomeOf<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** The values of a creation. Empty fields are left out. */
export const firstValues = <T>(fields: DescribedFields<T>, values: T, names: Names): Change[] =>
  changesFrom('', fields, values, names).filter(({ to }) => to !== '');

/** The new values of an edit that stores no old ones. */
export const newValues = <T>(fields: DescribedFields<T>, changes: SomeOf<T>, names: Names): Change[] =>
  changesFrom(undefined, fields, changes, names);

function changesFrom<T>(
  from: '' | undefined,
  fields: DescribedFields<T>,
  values: SomeOf<T>,
  names: Names,
): Change[] {
  // The type of each value follows from its key, which TypeScript does not see through a union.
  type AnyField = { label: string; text?: (value: unknown, names: Names) => string };
  const byField = fields as Readonly<Record<string, AnyField>>;
  const byKey = values as Readonly<Record<string, unknown>>;
  return Object.entries(byField).flatMap(([field, { label, text }]) => {
    const value = byKey[field];
    if (value === undefined) return [];
    return [change(field, label, from, text ? text(value, names) : value)];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
