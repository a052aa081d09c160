import type { Db } from '@crm/platform/postgres/transaction.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { type LockedCircuits, lockCircuits, lockFreeCircuits } from './lock-circuits.ts';
import { makeNextDue } from './make-next-due.ts';
import { hasEnded, type Settlement } from './settlement.ts';
import { writeSettlements } from './write-settlements.ts';

/**
 * Writes the results of deliveries in one durable transaction: the log, the attempt, the queue, the counters and
 * circuit state of the postback; and makes the next delivery of each lead due. A result whose row is no longer in the
 * same claim is skipped: it was settled before, or another worker took it over. So a caller may repeat this when the
 * answer to a commit was lost.
 *
 * @param waits whether to wait while another transaction holds the circuit of a postback; otherwise, the results of such
 * postbacks are left out
 * @returns the results that were left out
 */
export async function settle(
  pool: Pool,
  settlements: readonly Settlement[],
  { waits = true }: { waits?: boolean } = {},
): Promise<readonly Settlement[]> {
  const postbacks = settlements.map(({ claimed }) => claimed);
  return inTransaction(pool, async (db) => {
    if (waits) {
      await writeLocked(db, settlements, await lockCircuits(db, postbacks));
      return [];
    }
    const free = await lockFreeCircuits(db, postbacks);
    await writeLocked(
      db,
      settlements.filter(({ claimed }) => free.has(claimed.postback)),
      free,
    );
    return settlements.filter(({ claimed }) => !free.has(claimed.postback));
  });
}

/** Writes results whose circuits are locked. */
async function writeLocked(
  db: Db,
  settlements: readonly Settlement[],
  locked: LockedCircuits,
): Promise<void> {
  if (settlements.length === 0) return;
  await writeSettlements(db, settlements, locked);
  await makeNextDue(db, settlements.filter(hasEnded));
}
