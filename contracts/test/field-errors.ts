import type { z } from 'zod';

/** For tests: the first error text of each field. */
export function fieldErrors(schema: z.ZodType, input: unknown): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? [];
  const texts: Record<string, string> = {};
  for (const { path, message } of issues) texts[path.join('.')] ??= message;
  return texts;
}
