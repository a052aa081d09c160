import { z } from 'zod';
import { ReportSubject } from './events.ts';

export const REPORT_RECOMPUTE = 'report-recompute';

/** The task of a batch that makes a report of a past position again. `request` is the hash of the request, in hex. */
export const RecomputeTask = ReportSubject.extend({
  countBy: ReportSubject.shape.countBy.unwrap().nullable(),
  request: z.string(),
  position: z.string(),
  /** Only the leads of this operator; null for all. */
  reach: z.guid().nullable(),
});
export type RecomputeTask = z.infer<typeof RecomputeTask>;
