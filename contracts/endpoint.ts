import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the wire: where it is and what goes over it. The server validates with it, the console's client is
 * typed by it, OpenAPI is made from it; a changed contract is a compile error on every side.
 */
export type Endpoint = {
  method: Method;
  /** Below `/api`; `:name` stands for a field of `params`. */
  path: `/${string}`;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** A file beside the fields of `body`, sent as multipart: the part's name, and the most bytes that are taken. */
  file?: { field: string; bytes: number };
  /** The `data` of a successful answer. */
  data: z.ZodType;
  /** Answers a file; `data` is for when it is not ready. */
  sends?: 'file';
  /** Whether the answer carries `pagination`. */
  paged?: true;
};

export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Part = 'params' | 'query' | 'body';
/** What a caller writes: before defaults and transforms. */
export type Sent<E extends Endpoint, P extends Part> = E extends { [K in P]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
/** What a handler reads: after defaults and transforms. */
export type Received<E extends Endpoint, P extends Part> = E extends { [K in P]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
/** The answer's data, as a handler gives it and a caller gets it. */
export type Answered<E extends Endpoint> = E extends { data: infer S extends z.ZodType }
  ? z.output<S>
  : never;
