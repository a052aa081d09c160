import { reportPage } from '@crm/events/reports/page.ts';
import { REPORT_RECOMPUTE, RecomputeTask } from '@crm/events/reports/recompute.ts';
import { savedTypes } from '@crm/events/saved-reports/events.ts';
import { type AnyBatchKind, batchKind } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import { keep, readKept } from '@crm/projections/reports/kept.ts';
import { planOfTask, recomputeReport } from '@crm/projections/reports/recompute/recompute.ts';
import type { Pool } from 'pg';

/** The other types are answers of the API only. */
const isShown = (type: string) => savedTypes.some((each) => each === type);

const counts = { successful: 0, skipped: 0, failed: 0 };

/**
 * Makes a report of a past position again and keeps it. Progress counts the events that were read. After an
 * interruption it starts again: the counts of a report are in memory only.
 */
export const reportRecompute = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<RecomputeTask, null>({
    kind: REPORT_RECOMPUTE,
    task: RecomputeTask,
    async run(task, { tenant, signal, step }) {
      const plan = planOfTask(tenant, task);
      let done = 0;
      const read = (events: number) => {
        done += events;
        return step({ cursor: null, done, counts });
      };
      const report = await recomputeReport(plan, { store, read, signal });
      await keepAsTenant(pool, tenant, async (db) => {
        if ((await readKept(db, plan.key)) === null) await keep(db, report);
      });
      const { key, subject } = plan;
      const page = isShown(subject.reportType) ? reportPage(subject, key.position) : null;
      return { kind: 'done', result: { message: 'The report was recomputed', events: done, page } };
    },
  });
