import type { z } from 'zod';

/** A place in a request that accepts a text: a field's value, or a key inside it. */
export type TextPlace = { path: readonly string[]; as: 'value' | 'key' };

/** Maximum depth: no contract nests deeper, and recursive schemas end here. */
const DEEPEST = 8;

/**
 * For tests: all places for texts in a part of a request, derived from its schema. It finds new fields
 * automatically.
 */
export function textPlaces(schema: z.core.$ZodType, path: readonly string[] = []): TextPlace[] {
  if (path.length > DEEPEST) return [];
  // Every schema that zod creates is one of these types.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [
        { path, as: 'key' },
        ...Object.entries(def.shape).flatMap(([name, inner]) => textPlaces(inner, [...path, name])),
      ];
    case 'record':
      return [{ path, as: 'key' }, ...textPlaces(def.valueType, [...path, 'some'])];
    case 'array':
      return textPlaces(def.element, [...path, '0']);
    case 'union': {
      const places = def.options.flatMap((option) => textPlaces(option, path));
      return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
    }
    case 'pipe':
      // The input of a preprocess is not in its schema; its output is.
      return textPlaces(def.in._zod.def.type === 'transform' ? def.out : def.in, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return textPlaces(def.innerType, path);
    default:
      // JSON can contain a text where another type is expected.
      return [{ path, as: 'value' }];
  }
}

type Json = Record<string, unknown>;

/** Returns a copy of a part of a request with a text at a place; creates missing parents. */
export function withText(part: Json, { path, as }: TextPlace, text: string): Json {
  const copy = structuredClone(part);
  const way = as === 'key' ? [...path, text] : path;
  let at: Json = copy;
  for (const [n, name] of way.slice(0, -1).entries()) {
    const there = at[name];
    if (typeof there !== 'object' || there === null) at[name] = /^\d+$/.test(way[n + 1] ?? '') ? [] : {};
    // The lines above ensure an object or a list.
    at = at[name] as Json;
  }
  const last = way.at(-1) ?? '';
  // Works for the name __proto__, too.
  Object.defineProperty(at, last, {
    value: as === 'key' ? 'x' : text,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}
