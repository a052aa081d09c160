import type { Random } from '@crm/platform/random/random.ts';
import type { z } from 'zod';
import { PASSWORD, UNKNOWN_ENTRY, UNKNOWN_ID } from './things.ts';

/** Chooses the id for a field; `at` is the field's path inside its part of the request. */
export type IdFor = (at: readonly string[]) => string;
type At = readonly string[];

/** The maximum number of attempts to generate an object whose fields depend on each other. */
const MOST_TRIES = 60;

/**
 * Generates a random value that the schema accepts, before defaults and transforms. `share`: the share of
 * optional fields that are present, from 0 to 1. Returns null when no value is found, so that a contract
 * which outgrew this generator is noticed.
 */
export function validInput(
  schema: z.core.$ZodType,
  random: Random,
  idFor: IdFor,
  share: number,
): { value: unknown } | null {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // Each attempt moves the share towards 0.3: some optional fields exclude each other, and of some one is
    // required.
    const value = make(schema, [], { random, idFor, share: share + (0.3 - share) * (tries / MOST_TRIES) });
    if (takes(schema, value)) return { value };
  }
  return null;
}

const takes = (schema: z.core.$ZodType, value: unknown) => safeParse(schema, value).success;

// Every schema of a contract is a classic zod schema, which has the methods.
const safeParse = (schema: z.core.$ZodType, value: unknown) => (schema as z.ZodType).safeParse(value);

// zod's own union of its schemas, distinguished by `def.type`.
const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** `share`: the share of optional fields that are present, from 0 to 1. */
type Making = { random: Random; idFor: IdFor; share: number };

function make(schema: z.core.$ZodType, at: At, making: Making): unknown {
  const { random, share } = making;
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const fields: [string, unknown][] = [];
      for (const [name, field] of Object.entries(def.shape)) {
        const value = make(field, [...at, name], making);
        if (value !== undefined) fields.push([name, value]);
      }
      return Object.fromEntries(fields);
    }
    case 'array':
      return Array.from({ length: 1 + random.below(2) }, (_, n) =>
        make(def.element, [...at, String(n)], making),
      );
    case 'record':
      return Object.fromEntries([[make(def.keyType, at, making), make(def.valueType, at, making)]]);
    case 'optional':
    case 'default':
    case 'prefault':
      return random.chance(share) ? make(def.innerType, at, making) : undefined;
    case 'nullable':
      return random.chance(0.8) ? make(def.innerType, at, making) : null;
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return make(def.innerType, at, making);
    case 'union':
      return make(random.pick(def.options), at, making);
    case 'enum':
      return random.pick(Object.values(def.entries));
    case 'literal':
      return random.pick(def.values);
    case 'pipe': {
      // A transform has one side with the schema of the input; a text piped into a stricter schema is a leaf.
      if (defOf(def.in).type === 'transform') return leafOr(schema, def.out, at, making);
      if (defOf(def.out).type === 'transform') return leafOr(schema, def.in, at, making);
      return leaf(schema, at, making);
    }
    default:
      return leaf(schema, at, making);
  }
}

/**
 * A schema after a preprocess or before a transform: generated from its fields if it has any, else chosen
 * from the samples.
 */
function leafOr(whole: z.core.$ZodType, inner: z.core.$ZodType, at: At, making: Making): unknown {
  const made = make(inner, at, making);
  return takes(whole, made) ? made : leaf(whole, at, making);
}

const unknownIds: readonly unknown[] = [UNKNOWN_ID, UNKNOWN_ENTRY];
/** Values that some field accepts. All passwords are equal, so that repetitions match. */
const samples: readonly unknown[] = [
  ...['Asha Rao', 'Pune 411001', 'IN', 'hold', 'word', '1', 'x'],
  ...['+91 98200 11111', 'asha@mail.test', 'https://partner.invalid/hook?a=1', '#6366f1', 'UTC', '{}'],
  ...['2026-01-01', '2026-01-01T10:00:00Z', ...unknownIds],
  ...[1, 5, 0, 2000, 49.99, true, false, null, 'x'.repeat(60)],
];
const known = new WeakMap<z.core.$ZodType, { isId: boolean; taken: readonly unknown[] }>();

function leaf(schema: z.core.$ZodType, at: At, { random, idFor }: Making): unknown {
  const { isId, taken } = leafOf(schema);
  const name = at.findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (isId) return idFor(at);
  if (/password/i.test(name)) return PASSWORD;
  if (/endDate/.test(name)) return '2026-12-31';
  return taken.length > 0 ? random.pick(taken) : undefined;
}

function leafOf(schema: z.core.$ZodType) {
  const found = known.get(schema);
  if (found) return found;
  const taken = samples.filter((sample) => takes(schema, sample));
  const isId = taken.some(Boolean) && taken.every((sample) => !sample || unknownIds.includes(sample));
  known.set(schema, { isId, taken });
  return { isId, taken };
}
