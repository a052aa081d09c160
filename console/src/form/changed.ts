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
 * @param sent what this form has sent: its own edits are read again too, also when the answers to them were lost
 */
export function changedByOthers<Values extends object>(
  before: Values,
  now: Values,
  sent: readonly Values[],
): string[] {
  const others = [changed(before, now), ...sent.map((own) => changed(kept(own), kept(now)))];
  return Object.keys(now).filter((name) => others.every((changes) => Object.hasOwn(changes, name)));
}

/** Values in one form, as typed or as read again: the server trims texts, and the amount '16' is shown as '16.00'. */
const kept = <Values extends object>(values: Values): Values =>
  JSON.parse(JSON.stringify(values), (_, value) =>
    typeof value === 'string' ? keptText(value.trim()) : value,
  );

/** The zeros at the start of a phone or a postal code count, so that it is no amount. */
const keptText = (text: string) => (/^(?!0\d)(?=\.?\d)\d*\.?\d*$/.test(text) ? Number(text) : text);
