import { z } from 'zod';

/** Pagination of every list. `total` and `totalCount` are equal: clients of both kinds exist. */
export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalPages: z.int(),
  total: z.int(),
  totalCount: z.int(),
});
export type Pagination = z.infer<typeof Pagination>;

/** The body of every refusal; `errors` maps field names to texts that describe valid input. */
export const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  /** With 403: why the billing subscription blocks the caller's tenant. */
  subscriptionStatus: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** Any JSON value; one schema, so that OpenAPI describes it once. */
export const Json = z.json();

export function paginationOf(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, totalCount: total, totalPages: Math.max(1, Math.ceil(total / limit)) };
}
