import { escapeLiteral, type Pool } from 'pg';
import type { EventStore } from '../event-store/port.ts';
import type { AnyJob, Schedule } from '../jobs/job.ts';
import { runJobs } from '../jobs/run.ts';
import type { Log } from '../log/log.ts';
import { openLeadership } from '../runner/leadership.ts';
import type { TestDatabase } from './database.ts';
import { runInTest } from './run-in-test.ts';
import { testPools } from './test-pools.ts';

/**
 * Lets a failed job of a name wait until the test reschedules it. By itself it would run again after some seconds, and a
 * busy machine would never see it after one failure.
 */
export async function holdRetries(pool: Pool, name: string) {
  await pool.query(
    `create function hold_retry() returns trigger language plpgsql as $$ begin
       if (select identifier from graphile_worker._private_tasks where id = new.task_id) = tg_argv[0] then
         new.run_at := '2099-12-31';
       end if;
       return new;
     end $$;
     create trigger hold_retry before update on graphile_worker._private_jobs for each row
       when (old.locked_at is not null and new.locked_at is null and new.last_error is not null)
       execute function hold_retry(${escapeLiteral(name)})`,
  );
}

/** The job queue of a test database. */
export function jobQueueOn(db: TestDatabase, log: Log, store: EventStore) {
  /** Runs jobs and schedules like a process of its own, until the test ends. */
  function start(jobs: readonly AnyJob[], schedules: readonly Schedule[] = [], lookMs = 5_000) {
    const pools = testPools(db.url, log);
    const forgetLookup = () => {};
    const leadership = openLeadership(db.url, log);
    return {
      end: runInTest((signal) =>
        runJobs({ jobs, schedules, store, forgetLookup, pools, leadership, lookMs, log, signal }).finally(
          pools.end,
        ),
      ),
    };
  }

  /** The jobs of a name that have not ended. */
  const queued = async (name: string) => {
    const { rows } = await db.pool.query<{ attempts: number; last_error: string | null; locked: boolean }>(
      `select attempts, last_error, locked_at is not null as locked
       from graphile_worker.jobs where task_identifier = $1`,
      [name],
    );
    return rows;
  };

  return { start, queued };
}
