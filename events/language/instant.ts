import { z } from 'zod';

/** An instant as ISO text. The year 0, which `z.iso.datetime()` accepts, cannot be stored by Postgres. */
export const Instant = z.iso
  .datetime()
  .refine((text) => !text.startsWith('0000'), { error: 'Must not be in the year 0' });
