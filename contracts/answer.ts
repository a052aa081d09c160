import { z } from 'zod';

/** Page numbers of every list. The total has two names, for clients of both kinds. */
export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalPages: z.int(),
  total: z.int(),
  totalCount: z.int(),
});
export type Pagination = z.infer<typeof Pagination>;

/** Every refusal of every call has this shape; `errors` names fields and says what would be right. */
export const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type Failure = z.infer<typeof Failure>;

export function paginationOf(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, totalCount: total, totalPages: Math.max(1, Math.ceil(total / limit)) };
}

/** Headers that carry a command's position to the reads after it (read-your-writes). */
export const POSITION_HEADER = 'x-position';
export const MIN_POSITION_HEADER = 'x-min-position';
export const STALE_HEADER = 'x-stale';
