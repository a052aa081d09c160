import { z } from 'zod';

/**
 * A zod object whose fields each have a default is the state of a page that its address holds.
 * A field that does not parse (someone edited the address) falls back to its default, alone.
 */
export function decode<S extends z.ZodObject>(schema: S, params: URLSearchParams): z.output<S> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const all = params.getAll(name);
    const parsed = z.safeParse(field, all.length > 1 ? all : all[0]);
    values[name] = parsed.success ? parsed.data : z.parse(field, undefined);
  }
  // Each field was parsed by its own schema.
  return values as z.output<S>;
}

/** The address of a state; what equals its default is left out, so that a plain page has a plain address. */
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

/** A field that holds several values, each once in the address: `?id=A&id=B`. */
export const several = <F extends z.ZodType>(field: F) =>
  z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(field),
  );

/** Page and per-page as every list has them. */
export const pageSizes = [10, 25, 50, 100, 200, 300, 400, 500] as const;
export const paging = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce
    .number()
    .refine((n) => pageSizes.some((size) => size === n))
    .default(100),
};
