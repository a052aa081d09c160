/** Of what an edit says, the fields that differ from what stands; null when none does. An absent field says nothing. */
export function changedFields<T extends object>(
  before: T,
  changes: { [K in keyof T]?: T[K] | undefined },
): Partial<T> | null {
  const different = Object.entries(changes).filter(
    // The keys of `changes` are keys of T.
    ([field, value]) =>
      value !== undefined && JSON.stringify(before[field as keyof T]) !== JSON.stringify(value),
  );
  // Object.fromEntries forgets the names; these are T's own entries.
  return different.length > 0 ? (Object.fromEntries(different) as Partial<T>) : null;
}

/** What stands after an edit: the fields said replace those before, undefined ones say nothing. */
export function withChanges<T extends object>(
  before: T,
  changes: { [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const said = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(said) };
}
