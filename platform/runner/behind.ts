import type { Db } from '../postgres/transaction.ts';
import { consumerNames } from './consumer-names.ts';

/**
 * Whether a read model, a reaction or a rebuild has not applied all events up to a position. Consumers that only other versions
 * have do not count: nothing moves the checkpoint of a removed one.
 */
export async function isAnyBehind(db: Db, position: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from checkpoints
      where state in ('live', 'building') and position < $1 and name = any($2) limit 1`,
    [position, consumerNames({ kind: 'none' })],
  );
  return rowCount !== 0;
}
