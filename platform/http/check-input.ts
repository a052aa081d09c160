import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { plainText } from '@crm/contracts/issues.ts';
import { texts } from '@crm/contracts/texts.ts';
import { cutText, isStorable, storable } from '@crm/events/language/text.ts';
import { z } from 'zod';
import { frequentSchema } from './frequent-schema.ts';

export type Checked =
  | { kind: 'good'; params: unknown; query: unknown; body: unknown }
  | { kind: 'bad'; errors: Record<string, string> };

type Raw = { params: unknown; query: unknown; body: unknown };

/**
 * Parses path, query and body by the contract, and names each wrong field. Text is checked twice: as sent, including
 * unknown fields, and as parsed, because a field may hold text inside text (JSON in a form).
 */
export function checkInput(endpoint: Endpoint, raw: Raw): Checked {
  const errors = namedErrors();
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    lookThrough(value, '', 0, errors);
    const parsed = frequentSchema(schema).safeParse(value, { error: plainText });
    if (parsed.success) {
      lookThrough(parsed.data, '', 0, errors);
      return parsed.data;
    }
    for (const issue of parsed.error.issues) nameIssue(issue, errors);
    return undefined;
  };
  const asks = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const params = read(endpoint.params, raw.params);
  const query = read(endpoint.query ?? (asks ? noFields : undefined), readQuery(endpoint, raw.query));
  // A missing body counts as an empty one, so that missing fields are named.
  const sent = raw.body ?? {};
  const body = read(endpoint.body ?? noFields, endpoint.adaptBody?.(sent) ?? sent);
  const named = errors.all();
  return named ? { kind: 'bad', errors: named } : { kind: 'good', params, query, body };
}

/**
 * Reads `name[]` as `name` for each field that the contract declares as a list, because browsers, PHP and most clients
 * send lists like this. Brackets on other fields stay, and are refused as unknown fields. A blank field of a list
 * counts as absent: it is a filter that a form has and its user did not set. Exports refuse it: with a blank selection they would
 * contain everything.
 */
export function readQuery({ query: schema, paged, ignoresBlankFilters }: Endpoint, query: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return query;
  const read = new Map<string, unknown>(Object.entries(query));
  const dropsBlank = paged || ignoresBlankFilters;
  for (const [name, field] of Object.entries(schema.shape)) {
    if (dropsBlank && read.get(name) === '' && !isList(field)) read.delete(name);
    const bracketed = read.get(`${name}[]`);
    if (bracketed === undefined || !isList(field)) continue;
    read.delete(`${name}[]`);
    read.set(name, [read.get(name) ?? [], bracketed].flat());
  }
  return Object.fromEntries(read);
}

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodArray) return true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.def.innerType);
  return schema instanceof z.ZodPipe && (isList(schema.def.in) || isList(schema.def.out));
}

/** The schema of a call without input. */
const noFields = z.strictObject({});

const MOST_NAMED = 50;
const LONGEST_NAME = 100;

type Errors = { name: (field: string, text: string) => void; all: () => Record<string, string> | null };

/** Collects the first error of each field. A field may have any name, also `constructor`. */
function namedErrors(): Errors {
  const named = new Map<string, string>();
  return {
    name(field, text) {
      const name = storable(field);
      const shown = name.length > LONGEST_NAME ? `${cutText(name, LONGEST_NAME)}…` : name;
      if (named.size < MOST_NAMED && !named.has(shown)) named.set(shown, text);
    },
    all: () => (named.size > 0 ? Object.fromEntries(named) : null),
  };
}

function nameIssue(issue: z.core.$ZodIssue, errors: Errors): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) errors.name([...issue.path, key].join('.'), texts.unknownField);
    return;
  }
  if (issue.path.length === 0) errors.name('body', 'Must be an object of fields');
  else errors.name(issue.path.join('.'), issue.message);
}

/** Every contract is less deep: at most a list in a field of the body. */
const DEEPEST = 10;

/**
 * Names input that no field may hold: text that cannot be stored, a prototype, and nesting so deep that a recursive
 * check would overflow the stack.
 */
function lookThrough(value: unknown, path: string, depth: number, errors: Errors): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) errors.name(path || 'body', texts.badCharacters);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) {
    errors.name(path, 'Is nested too deeply');
    return;
  }
  // A list of all entries, for each request and its parsed form, would be 2 % of what a lead allocates.
  for (const key in value) {
    const at = path ? `${path}.${key}` : key;
    if (!isStorable(key)) errors.name(path || 'body', texts.badCharacters);
    else if (key === '__proto__') errors.name(at, texts.unknownField);
    else lookThrough(Reflect.get(value, key), at, depth + 1, errors);
  }
}
