import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { pageSql } from './conditions.ts';
import { type AskedPage, type AuditScope, type Place, scopeSql } from './scope.ts';
import { positionsFound } from './search.ts';
import type { AuditRow } from './table.ts';

/** The entry of a position as a place of a page; null if the caller's history has no such entry. By the primary key. */
export async function placeOf(
  db: Db,
  scope: AuditScope,
  to: Place['to'],
  position: string,
): Promise<Place | null> {
  const row = await findRow(db, scope, position);
  return row && { to, at: row.at, position };
}

/** By the primary key. */
export async function findRow(db: Db, scope: AuditScope, position: string): Promise<AuditRow | null> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from audit_events e where e.tenant ${ofScope} and e.position = $${values.push(position)}`,
    values,
  );
  return rows[0] ?? null;
}

/**
 * Finds a page of the history, newest first. Each filter is a range of one index of audit_events that ends with the
 * page; subject, field and search are first turned into positions (search.ts).
 */
export async function findRows(db: Db, store: EventStore, asked: AskedPage): Promise<AuditRow[]> {
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const positions = await positionsFound(db, store, asked);
  if (positions?.length === 0) return [];
  const { where, order } = pageSql(asked, values);
  const found = positions ? `and e.position = any($${values.push(positions)}::text[])` : '';
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from audit_events e where e.tenant ${ofScope} ${where} ${found}
      order by ${order} limit $${values.push(asked.limit)}`,
    values,
  );
  return asked.place?.to === 'newer' ? rows.reverse() : rows;
}
