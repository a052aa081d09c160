import { randomUUID } from 'node:crypto';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Db } from '../postgres/transaction.ts';

/** Ids in one row; a batch goes on after whole chunks. */
export const CHUNK = 1_000;

/** What was chosen at one moment, in the order of the list: later changes do not change it. */
export type Selection = { id: string; total: number };

/** Keeps ids that were named one by one. The connection must see the tenant (`app.tenant`). */
export async function keepIds(
  db: Db,
  owner: { tenant: TenantId; user: UserId },
  ids: readonly string[],
): Promise<Selection> {
  const id = randomUUID();
  const { tenant, user } = owner;
  await db.query(`insert into selections (id, tenant, user_id, total) values ($1, $2, $3, $4)`, [
    id,
    tenant,
    user,
    ids.length,
  ]);
  await db.query(
    `insert into selection_chunks (tenant, selection, n, ids)
     select $1, $2, (c.place - 1) / $4, array_agg(c.id order by c.place)
       from unnest($3::uuid[]) with ordinality as c (id, place)
      group by (c.place - 1) / $4`,
    [tenant, id, ids, CHUNK],
  );
  return { id, total: ids.length };
}

/** A selection of the tenant, and of this user where one is named; null when there is none. By the primary key. */
export async function selectionOf(
  db: Db,
  id: string,
  owner: { tenant: TenantId; user: UserId | null },
): Promise<Selection | null> {
  const { rows } = await db.query<Selection>(
    'select id, total from selections where id = $1 and tenant = $2 and ($3::uuid is null or user_id = $3)',
    [id, owner.tenant, owner.user],
  );
  return rows[0] ?? null;
}

/** The ids of chunk `n` of a tenant's selection, from 0; null after the last. By the primary key. */
export async function chunkOf(
  db: Db,
  tenant: string,
  selection: string,
  n: number,
): Promise<string[] | null> {
  const { rows } = await db.query<{ ids: string[] }>(
    'select ids from selection_chunks where tenant = $1 and selection = $2 and n = $3',
    [tenant, selection, n],
  );
  return rows[0]?.ids ?? null;
}

/** Takes away what is too old to be undone or exported once more. */
export async function sweepSelections(db: Db): Promise<void> {
  // Served by selections_age; the chunks go with it.
  await db.query(
    `/* every tenant: sweeping */ delete from selections where created_at < now() - interval '30 days'`,
  );
}
