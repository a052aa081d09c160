/** A body as a person reads it: JSON on lines of its own, everything else as it came. */
export function readable(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? JSON.stringify(parsed, null, 2) : body;
  } catch {
    return body;
  }
}
