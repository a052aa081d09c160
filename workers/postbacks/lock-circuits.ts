import type { Db } from '@crm/platform/postgres/transaction.ts';

export type PostbackOfTenant = { tenant: string; postback: string };

/** The locked postbacks, each with the revision of its last correction (close-circuits.ts), or 0. */
export type LockedCircuits = ReadonlyMap<string, number>;

/**
 * Locks the circuits of these postbacks: until the transaction ends, no other one changes their queues. A circuit is a row of
 * `postback_lanes`. This table, and the column `telling` of the queue, which is the payload, keep their first names: during an
 * upgrade, processes of the previous version still use them.
 */
export async function lockCircuits(db: Db, postbacks: readonly PostbackOfTenant[]): Promise<LockedCircuits> {
  // A fixed order, so that two transactions that lock several rows cannot deadlock.
  return lockRows(db, postbacks, {
    name: 'lock circuits',
    text: `select postback, corrected from postback_lanes where tenant = any($1::uuid[]) and postback = any($2::uuid[])
            order by postback for no key update`,
  });
}

/** Like `lockCircuits`, but passes over the rows that another transaction holds. */
export async function lockFreeCircuits(
  db: Db,
  postbacks: readonly PostbackOfTenant[],
): Promise<LockedCircuits> {
  return lockRows(db, postbacks, {
    name: 'lock free circuits',
    text: `select postback, corrected from postback_lanes where tenant = any($1::uuid[]) and postback = any($2::uuid[])
            order by postback for no key update skip locked`,
  });
}

async function lockRows(
  db: Db,
  postbacks: readonly PostbackOfTenant[],
  statement: { name: string; text: string },
): Promise<LockedCircuits> {
  const { rows } = await db.query<{ postback: string; corrected: number }>({
    ...statement,
    values: [
      [...new Set(postbacks.map(({ tenant }) => tenant))],
      [...new Set(postbacks.map(({ postback }) => postback))],
    ],
  });
  return new Map(rows.map(({ postback, corrected }) => [postback, corrected]));
}
