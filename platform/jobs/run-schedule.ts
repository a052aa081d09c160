import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { programMetrics } from '../metrics/program-metrics.ts';
import type { JobContext, Schedule } from './job.ts';

/**
 * The queue does not show that a schedule fails again and again: the next run replaces a failed one that has attempts left, and
 * gets all attempts itself.
 */
const runs = new Counter({
  name: 'schedule_runs_total',
  help: 'Runs of schedules by their end: success or failed, each attempt',
  labelNames: ['schedule', 'outcome'],
  registers: [programMetrics],
});

/** Runs a schedule once and counts how it ends; an end that the stop of the process causes does not count. */
export async function runSchedule({ name, run }: Schedule, context: JobContext): Promise<void> {
  try {
    await run(context);
  } catch (error) {
    if (!context.signal.aborted) runs.inc({ schedule: name, outcome: 'failed' });
    throw error;
  }
  runs.inc({ schedule: name, outcome: 'success' });
  await removeFailedRuns(context.pools.background, name);
}

/** Removes the runs that used all their attempts: this one has done their work. */
async function removeFailedRuns(pool: Pool, name: string): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
        where task_identifier = $1 and attempts >= max_attempts and locked_at is null))`,
    [name],
  );
}
