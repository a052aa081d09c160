/**
 * Returns the fields that differ from the values as read. An edit sends only these, so that it does not
 * overwrite concurrent edits of other fields.
 */
export function changed<Values extends object>(before: Values, after: Values): Partial<Values> {
  // An object's own keys are keys of its type.
  const names = Object.keys(after) as (keyof Values)[];
  const changes: Partial<Values> = {};
  for (const name of names) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name];
  }
  return changes;
}
