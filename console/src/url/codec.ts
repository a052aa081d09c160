import { z } from 'zod';

/**
 * Decodes a page's state from its URL. `schema`: a zod object whose fields all have defaults. An invalid
 * field falls back to its own default.
 */
export function decode<S extends z.ZodObject>(schema: S, params: URLSearchParams): z.output<S> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const all = params.getAll(name);
    const parsed = z.safeParse(field, all.length > 1 ? all : all[0]);
    values[name] = parsed.success ? parsed.data : z.parse(field, undefined);
  }
  // Each field was parsed with its own schema.
  return values as z.output<S>;
}

/** Encodes a state as URL parameters; omits default values, so that the initial page has a plain URL. */
export function encode<S extends z.ZodObject>(schema: S, state: z.output<S>): URLSearchParams {
  const params = new URLSearchParams();
  const values: Record<string, unknown> = state;
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = values[name];
    if (JSON.stringify(value) === JSON.stringify(z.parse(field, undefined))) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) params.append(name, String(one));
    }
  }
  return params;
}

/** A field with several values, repeated in the URL: `?id=A&id=B`. */
export const several = <F extends z.ZodType>(field: F) =>
  z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(field),
  );

/** Page and page size, as in every list. */
export const pageSizes = [10, 25, 50, 100, 200, 300, 400, 500] as const;
export const paging = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce
    .number()
    .refine((n) => pageSizes.some((size) => size === n))
    .default(100),
};
