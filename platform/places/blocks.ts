import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';

type Of = { tenant: TenantId; series: string };
type Block = { first: number; last: number };

/** Numbers of a block. Near the limit blocks are smaller, so that several processes share the last places. */
const LARGEST = 256;
const SHARE = 8;

/**
 * Claims the next block of a series by the primary key; null when the limit is reached. Of two processes that claim the
 * same block, one gets it, and the other one gets the next.
 */
export async function claimBlock(
  pool: Pool,
  { tenant, series, limit }: Of & { limit: number },
): Promise<Block | null> {
  for (;;) {
    const { rows } = await pool.query<{ head: number; first: number | null; last: number | null }>(
      `with head as (
         select coalesce(max(last), 0) as head from place_blocks where tenant = $1 and series = $2
       ), claimed as (
         insert into place_blocks (tenant, series, first, last)
         select $1, $2, head + 1, head + least($4, greatest(1, ($3 - head) / $5)) from head where head < $3
         on conflict do nothing returning first, last
       )
       select head, first, last from head left join claimed on true`,
      [tenant, series, limit, LARGEST, SHARE],
    );
    const [row] = rows;
    if (!row || row.head >= limit) return null;
    if (row.first !== null && row.last !== null) return { first: row.first, last: row.last };
  }
}

/** Blocks that may have places without an owner, by the primary key. */
export async function openBlocks(
  pool: Pool,
  { tenant, series, limit }: Of & { limit: number },
): Promise<Block[]> {
  const { rows } = await pool.query<Block>(
    `select first, last from place_blocks
      where tenant = $1 and series = $2 and not is_used and first <= $3 order by first`,
    [tenant, series, limit],
  );
  return rows;
}

/** Marks a block whose places are all taken. */
export async function markUsed(pool: Pool, { tenant, series, first }: Of & { first: number }): Promise<void> {
  await pool.query(
    'update place_blocks set is_used = true where tenant = $1 and series = $2 and first = $3',
    [tenant, series, first],
  );
}

/**
 * Keeps the places from 1 to `count` as used, for reservations that were made without a block. A repeat changes nothing.
 */
export async function keepUsedPlaces(
  pool: Pool,
  { tenant, series, count }: Of & { count: number },
): Promise<void> {
  if (count === 0) return;
  await pool.query(
    `insert into place_blocks (tenant, series, first, last, is_used) values ($1, $2, 1, $3, true)
     on conflict do nothing`,
    [tenant, series, count],
  );
}
