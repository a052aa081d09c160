/**
 * A value that an event changed, as people read it. Empty text is an empty field; `from` is null where the value before
 * is unknown, since an older version of the event did not store it.
 */
export type Change = { field: string; label: string; from: string | null; to: string };

/** An event for people: one sentence, the values it changed, and the reason that was given for it. */
export type Description = { text: string; changes: readonly Change[]; reason?: string | null };

/** Names by id of what an event refers to; an id without a name is shown as it is. */
export type Names = ReadonlyMap<string, string>;

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

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
