import type { AuditFilters } from '@crm/contracts/audit/audit.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { DAY_MS } from '../durations.ts';
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
  const { scope, filters, place, limit } = asked;
  const { mark, ofScope, values } = scopeSql(scope);
  const positions = await positionsFound(db, store, asked);
  if (positions?.length === 0) return [];
  const where = conditionsOf(filters, values);
  if (positions) where.push(`e.position = any($${values.push(positions)}::text[])`);
  if (place)
    where.push(
      `(e.at, e.position) ${place.to === 'older' ? '<' : '>'} ($${values.push(place.at)}, $${values.push(place.position)})`,
    );
  const order = place?.to === 'newer' ? 'asc' : 'desc';
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from audit_events e
      where e.tenant ${ofScope} ${where.map((each) => `and ${each}`).join(' ')}
      order by e.at ${order}, e.position ${order} limit $${values.push(limit)}`,
    values,
  );
  return order === 'asc' ? rows.reverse() : rows;
}

/** The filters on columns of `audit_events e`; appends their values to `values`. */
function conditionsOf(filters: AuditFilters, values: unknown[]): string[] {
  const { actor, action, ip, startDate, endDate } = filters;
  const where: string[] = [];
  if (actor) where.push(`e.actor = $${values.push(actor)}`);
  if (action) where.push(`e.type = $${values.push(action)}`);
  if (ip) where.push(`e.ip = $${values.push(ip)}`);
  if (startDate) where.push(`e.at >= $${values.push(new Date(startDate))}`);
  if (endDate) where.push(`e.at < $${values.push(endOf(endDate))}`);
  return where;
}

/** The first instant after an end: of a day, the next day; of an instant, the next millisecond. */
const endOf = (endDate: string) => new Date(Date.parse(endDate) + (endDate.length === 10 ? DAY_MS : 1));
