/** Entries by group, groups in order of first appearance. */
export function byGroup<T extends { group: string }>(entries: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups];
}
