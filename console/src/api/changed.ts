/** What of a form is different from how it was read: an edit says no more, so that it undoes nobody else's. */
export function changed<Values extends object>(before: Values, after: Values): Partial<Values> {
  // An object's own keys are keys of its type.
  const names = Object.keys(after) as (keyof Values)[];
  const changes: Partial<Values> = {};
  for (const name of names) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name];
  }
  return changes;
}
