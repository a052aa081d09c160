import type { z } from 'zod';

/**
 * The first issue of a line or file that was checked with `plainText`, with the name of its field: 'meta.ip: Must be text'.
 *
 * @param whole 'The line', for an issue of no single field
 * @param inside the field that holds the checked value
 */
export function problemIn(whole: string, { issues: [issue] }: z.ZodError, inside?: string): string {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(inside === undefined ? [] : [inside]), ...(issue?.path ?? []), ...unknown];
  return `${path.map(String).join('.') || whole}: ${issue?.message}`;
}
