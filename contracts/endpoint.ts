import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One API call: its path and data. The server validates with it, the console's client takes its types from
 * it, and OpenAPI is generated from it; a changed contract is a compile error on every side.
 */
export type Endpoint = {
  method: Method;
  /** Relative to `/api`; `:name` is a field of `params`. */
  path: `/${string}`;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Converts common variants of the body to what `body` describes, before it is checked. */
  adaptBody?: (body: unknown) => unknown;
  /**
   * A file beside the fields of `body`, sent as multipart: the part's name, the maximum size in bytes, and the accepted
   * ends of the file's name.
   */
  file?: { field: string; bytes: number; types: readonly string[] };
  /** The `data` of a successful answer. */
  data: z.ZodType;
  /** Answers with a file; `data` applies when the file is not ready. */
  sends?: 'file';
  /** A GET that starts work and leaves something, for example the file of an export: refused to who may only read. */
  startsWork?: true;
  /** Whether the answer has `pagination`. */
  paged?: true;
  /**
   * A blank filter in the query counts as absent, as in every paged call: for lists without pages, and for the counts beside a
   * list. Never for a call that would act on everything without the filter.
   */
  ignoresBlankFilters?: true;
};

export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Part = 'params' | 'query' | 'body';
/** The caller's input, before defaults and transforms. */
export type Sent<E extends Endpoint, P extends Part> = E extends { [K in P]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
/** The handler's input, after defaults and transforms. */
export type Received<E extends Endpoint, P extends Part> = E extends { [K in P]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
/** The answer's data, as the handler returns it and the caller receives it. */
export type Answered<E extends Endpoint> = E extends { data: infer S extends z.ZodType }
  ? z.output<S>
  : never;
