import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A status of a successful answer. 202: accepted, and not done yet. */
export type Status = 200 | 201 | 202;

/**
 * One API call: its path and data. The server validates with it, the console's client takes its types from
 * it, and OpenAPI is generated from it; a changed contract is a compile error on every side.
 */
export type Endpoint = {
  method: Method;
  /** Relative to `/api`; `:name` is a field of `params`. */
  path: `/${string}`;
  /** Sentences for the API's documentation: what callers outside the console cannot see from the schemas. */
  about?: string;
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
  /** The statuses of successful answers, by default 200 only. A command answers with the first one unless it names another. */
  statuses?: readonly [Status, ...Status[]];
  /** The whole body of an answer with status 422 that is no refusal: the request was processed, without success. */
  unsuccessful?: z.ZodType;
  /** 'file': `data` applies only with status 202, when the file is not ready. 'file or data': the body of the call decides. */
  sends?: 'file' | 'file or data';
  /** A POST, PUT or DELETE that does not look at the Idempotency-Key, so a repeat is carried out again. */
  ignoresIdempotencyKey?: true;
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
