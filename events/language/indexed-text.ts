import { z } from 'zod';

/**
 * A text by which read models have an index: Postgres refuses an entry above 2,704 bytes. The calls have lower limits, so
 * only an imported history could have a longer one.
 */
export const IndexedText = z.string().max(500);
