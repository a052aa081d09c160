/** The fields of an edit that differ from the current values; null if there are none. Absent fields do not change. */
export function changedFields<T extends object>(
  before: T,
  changes: { [K in keyof T]?: T[K] | undefined },
): Partial<T> | null {
  const different = Object.entries(changes).filter(
    // A cast: the keys of `changes` are keys of T.
    ([field, value]) =>
      value !== undefined && JSON.stringify(before[field as keyof T]) !== JSON.stringify(value),
  );
  // A cast: Object.fromEntries loses the key type; these are entries of T.
  return different.length > 0 ? (Object.fromEntries(different) as Partial<T>) : null;
}

/** Applies an edit; undefined fields do not change. */
export function withChanges<T extends object>(
  before: T,
  changes: { [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const after = { ...before };
  for (const field in changes) {
    const value = changes[field];
    if (value !== undefined) after[field] = value;
  }
  return after;
}
