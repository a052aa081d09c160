import type { Pool } from 'pg';

/** No job runs longer: its process hangs. Running it a second time at once would do no harm either. */
const LONGEST_MINUTES = 10;

/**
 * Runs the unfinished jobs of a name at once: those that wait a long time for their next attempt, used all attempts, or
 * do not end. They get all their attempts again. The queue is small: a finished job is deleted.
 */
export async function resumeJobs(pool: Pool, name: string): Promise<void> {
  // The library has no view with keys and payloads. A job that it replaced while it ran has no key any more.
  await pool.query(
    `/* every tenant: schedule */
     select graphile_worker.add_job(t.identifier, j.payload, job_key := j.key, max_attempts := j.max_attempts)
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 and j.key is not null and case
        when j.locked_at is not null then j.locked_at < now() - make_interval(mins => $2)
        else j.attempts >= j.max_attempts or j.run_at > now() + interval '1 minute' end`,
    [name, LONGEST_MINUTES],
  );
}
