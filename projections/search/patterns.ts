/** LIKE patterns: one of each inner list must match. */
export type Patterns = readonly (readonly string[])[];

/** The condition that a text matches; appends values to `values`. */
export function matching(text: string, patterns: Patterns, values: unknown[]): string {
  const each = patterns.map(
    (any) => `(${any.map((pattern) => `${text} like $${values.push(pattern)}`).join(' or ')})`,
  );
  return each.length > 0 ? each.join(' and ') : 'true';
}
