import { bulkKind, LEAD_UNDO } from '@crm/events/leads/bulk-batches.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { HAND_OVER } from '@crm/events/leads/hand-over.ts';
import { UPLOAD } from '@crm/events/leads/upload.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';

/** The operators among these who can still receive leads: another admin may delete them meanwhile. */
export async function stillActive<Operator extends OperatorRef>(
  store: EventStore,
  operators: readonly Operator[],
): Promise<Operator[]> {
  const checked = await Promise.all(
    operators.map(async (operator) => {
      const user = await loadState(store, users, userStream(operator.id));
      const isActive = user.phase === 'present' && user.details.isActive && user.details.role === 'operator';
      return isActive ? [operator] : [];
    }),
  );
  return checked.flat();
}

/** Commands look operators up in a cache that is 1 s old at most (command-api/handle/lookups.ts). */
const LOOKUPS_MS = 2_000;
/** Kinds of batches that assign leads to operators who were looked up when the batch, or its run, started. */
const ASSIGNING = [bulkKind('assign'), UPLOAD, LEAD_UNDO, HAND_OVER];

/**
 * How long a batch counts as running after its process released it, or after its lease ended: another process takes it up
 * within seconds. It does not count for longer, because hand-overs may hold all places of the tenant that it waits for.
 */
const BETWEEN_PROCESSES_SECONDS = 60;

/**
 * Whether something that started before an operator left may still assign leads to them: a command with a cached lookup,
 * or an earlier batch of ASSIGNING that runs, also if it is between two processes. A paused one is not waited for.
 */
export async function mayStillAssign(
  pool: Pool,
  { id, tenant, startedAt }: { id: string; tenant: string; startedAt: Date },
): Promise<boolean> {
  if (Date.now() - startedAt.getTime() < LOOKUPS_MS) return true;
  // A row per unfinished batch, so no index is needed.
  const { rows } = await pool.query<{ running: boolean }>(
    `select exists (
       select 1 from batch_runs
        where tenant = $1 and kind = any($2) and wanted = 'run'
          -- A released run may be leased again from not_before on.
          and coalesce(leased_until, not_before) > now() - make_interval(secs => $4)
          and position < (select position from batch_runs where tenant = $1 and id = $3)
     ) as running`,
    [tenant, ASSIGNING, id, BETWEEN_PROCESSES_SECONDS],
  );
  return rows[0]?.running ?? false;
}
