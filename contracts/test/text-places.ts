import type { z } from 'zod';

/** A place in a request where a caller can put a text: a field, or a name inside it. */
export type TextPlace = { path: readonly string[]; as: 'value' | 'key' };

/** No contract nests deeper; a schema that refers to itself ends here. */
const DEEPEST = 8;

/** For tests: every place of a request's part, from its schema. A new field is found by itself. */
export function textPlaces(schema: z.core.$ZodType, path: readonly string[] = []): TextPlace[] {
  if (path.length > DEEPEST) return [];
  // An edge: every schema that zod makes is one of these.
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
      // What a preprocess takes is not in its schema; what it gives on is.
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
      // JSON can hold a text wherever anything else is meant.
      return [{ path, as: 'value' }];
  }
}

type Json = Record<string, unknown>;

/** A copy of a part of a request with a text at a place; what is missing on the way to it is made. */
export function withText(part: Json, { path, as }: TextPlace, text: string): Json {
  const copy = structuredClone(part);
  const way = as === 'key' ? [...path, text] : path;
  let at: Json = copy;
  for (const [n, name] of way.slice(0, -1).entries()) {
    const there = at[name];
    if (typeof there !== 'object' || there === null) at[name] = /^\d+$/.test(way[n + 1] ?? '') ? [] : {};
    // Just made an object or a list where it was none.
    at = at[name] as Json;
  }
  const last = way.at(-1) ?? '';
  // Also where the name is __proto__.
  Object.defineProperty(at, last, {
    value: as === 'key' ? 'x' : text,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}
