import { sweepStaged } from '@crm/platform/event-store/importing/drop.ts';
import { schedule } from '@crm/platform/jobs/job.ts';

/** Like an uploaded file, a checked archive is kept for a day. */
const KEPT_HOURS = 24;

/** Removes archives that were checked and not imported. */
export const sweepImports = schedule({
  name: 'sweep-tenant-imports',
  cron: '47 * * * *',
  catchUpMs: 0, // the next run removes the same ones
  slots: 'long',
  run: ({ pools }) => sweepStaged(pools.background, KEPT_HOURS),
});
