import { z } from 'zod';
import { absentOr } from '../language/field-errors.ts';

const days = 'Must be from 1 to 3650';
const whole = absentOr('Must be a whole number');

/** Retention of postback logs. */
export const PostbackLogRetention = z.object({
  days: z.int({ error: whole }).min(1, { error: days }).max(3650, { error: days }),
  /** Per postback; null means unlimited. */
  maxLogs: z
    .int({ error: whole })
    .min(1000, { error: 'Must be at least 1000' })
    .max(100_000_000, { error: 'Cannot exceed 100000000' })
    .nullable(),
});
export type PostbackLogRetention = z.infer<typeof PostbackLogRetention>;

export const DEFAULT_LOG_RETENTION: PostbackLogRetention = { days: 90, maxLogs: null };
