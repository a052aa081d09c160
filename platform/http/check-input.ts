import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { texts } from '@crm/contracts/texts.ts';
import type { z } from 'zod';

export type Checked =
  | { kind: 'good'; params: unknown; query: unknown; body: unknown }
  | { kind: 'bad'; errors: Record<string, string> };

/** Reads the three parts of a request as their contract says; what is wrong is named field by field. */
export function checkInput(
  endpoint: Endpoint,
  raw: { params: unknown; query: unknown; body: unknown },
): Checked {
  const errors: Record<string, string> = {};
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    collectBadCharacters(value, '', errors);
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) collectIssue(issue, errors);
    return undefined;
  };
  const params = read(endpoint.params, raw.params);
  const query = read(endpoint.query, raw.query);
  // A body that is absent counts as an empty one, so that the missing fields are named.
  const body = read(endpoint.body, raw.body ?? {});
  return Object.keys(errors).length > 0 ? { kind: 'bad', errors } : { kind: 'good', params, query, body };
}

function collectIssue(issue: z.core.$ZodIssue, errors: Record<string, string>): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) errors[[...issue.path, key].join('.')] ??= texts.unknownField;
    return;
  }
  errors[issue.path.join('.') || 'body'] ??=
    issue.path.length === 0 ? 'Must be an object of fields' : issue.message;
}

const isUnstorable = (text: string) => text.includes('\0') || /\p{Surrogate}/u.test(text);

/** NUL and lone surrogates cannot be stored as text by Postgres; they are refused by the field's name. */
function collectBadCharacters(value: unknown, path: string, errors: Record<string, string>): void {
  if (typeof value === 'string') {
    if (isUnstorable(value)) errors[path || 'body'] ??= texts.badCharacters;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = path ? `${path}.${key}` : key;
    if (isUnstorable(key)) errors['body'] ??= texts.badCharacters;
    else collectBadCharacters(inner, at, errors);
  }
}
