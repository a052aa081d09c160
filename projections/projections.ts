import type { AnyProjection } from './projection.ts';

/** Every projection of the product; each is led, rebuilt and waited for by its name. */
export const projections: readonly AnyProjection[] = [];
