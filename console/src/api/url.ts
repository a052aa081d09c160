/**
 * Builds a call's URL: fills `:name` from params and appends query fields; omits empty fields, repeats lists.
 */
export function urlOf(path: string, input: { params?: unknown; query?: unknown }): string {
  const params = fieldsOf(input.params);
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsOf(input.query))) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  const query = search.toString();
  return `/api${filled}${query ? `?${query}` : ''}`;
}

function fieldsOf(part: unknown): Record<string, unknown> {
  return typeof part === 'object' && part !== null ? { ...part } : {};
}
