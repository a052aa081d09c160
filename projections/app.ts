import { me } from './auth/me.ts';
import type { QueryDeclaration } from './query.ts';

/** Every read of the product, by noun. */
export const queries: readonly QueryDeclaration[] = [me];
