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

/**
 * Returns the names of the fields that others have changed since the values were read.
 * @param sent what this form has sent, null before: its own edit is read again too, also when the answer to it was lost
 */
export function changedByOthers<Values extends object>(
  before: Values,
  now: Values,
  sent: Values | null,
): string[] {
  const different = Object.keys(changed(before, now));
  if (sent === null) return different;
  const others = changed(sent, now);
  return different.filter((name) => Object.hasOwn(others, name));
}
