import { storableJson } from '@crm/events/language/text.ts';
import type { Pool } from 'pg';
import { type Db, inTransaction } from '../postgres/transaction.ts';
import type { BatchStep, Json } from './kind.ts';
import { type BatchRun, type Control, crashesBefore, LEASE_SECONDS } from './runs.ts';

/**
 * Saves a step and its problems. A kind without a cursor starts over, so its step ends no series of failures or crashes.
 * @param final whether the work must be completed, before this step and after it. The step that makes it so is not saved
 *   if a user has asked to pause or to cancel the batch; later requests are not entered.
 * @returns the requested state, or null, with nothing written, if another process has taken over the run
 */
export async function saveStep(
  pool: Pool,
  run: BatchRun,
  step: BatchStep<Json>,
  final: { before: boolean; after: boolean },
): Promise<Control | null> {
  return inTransaction(pool, async (tx) => {
    if (final.after && !final.before) {
      const wanted = await lockWanted(tx, run);
      if (wanted !== 'run') return wanted;
    }
    const { rows } = await tx.query<{ wanted: Control }>(
      `update batch_runs
          set cursor = $4, done = $5, total = coalesce($6, total), successful = $7, skipped = $8, failed = $9,
              tries = case when $12 then tries else 0 end, crashes = case when $12 then crashes else $11 end,
              is_final = $13, wanted = case when $13 then 'run' else wanted end,
              leased_until = clock_timestamp() + make_interval(secs => $10)
        where tenant = $1 and id = $2 and lease = $3
       returning wanted`,
      [
        run.tenant,
        run.id,
        run.lease,
        storableJson(JSON.stringify(step.cursor)),
        step.done,
        step.total ?? null,
        step.counts.successful,
        step.counts.skipped,
        step.counts.failed,
        LEASE_SECONDS,
        crashesBefore(run),
        step.cursor === null,
        final.after,
      ],
    );
    const [row] = rows;
    if (!row) return null;
    const problems = step.problems ?? [];
    if (problems.length > 0) {
      await tx.query(
        `insert into batch_problems (tenant, batch, n, outcome, item, message, data)
         select $1, $2, p.n, p.outcome, p.item, p.message, p.data
           from json_to_recordset($3::json) as p (n int, outcome text, item text, message text, data json)
         on conflict do nothing`,
        // A problem quotes content that may have characters that Postgres rejects.
        [run.tenant, run.id, storableJson(JSON.stringify(problems))],
      );
    }
    return row.wanted;
  });
}

/** The requested state of a run, which is not changed until the transaction ends. */
async function lockWanted(tx: Db, { tenant, id, lease }: BatchRun): Promise<Control | null> {
  const { rows } = await tx.query<{ wanted: Control }>(
    'select wanted from batch_runs where tenant = $1 and id = $2 and lease = $3 for update',
    [tenant, id, lease],
  );
  return rows[0]?.wanted ?? null;
}
