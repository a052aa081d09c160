import { z } from 'zod';

/** A number of items of a selection: the first, the last, or random ones. The same seed picks the same items. */
export const Part = z.object({
  quantity: z.int().min(1),
  method: z.enum(['first', 'last', 'random']),
  seed: z.int(),
});
export type Part = z.infer<typeof Part>;

/** The items of a batch: a selection or a part of it. */
export const Chosen = z.object({ selection: z.guid(), total: z.int(), part: Part.nullable() });
export type Chosen = z.infer<typeof Chosen>;
