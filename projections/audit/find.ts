import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { columnsSql, orderSql, timeSql } from './conditions.ts';
import { rowsOfRecord } from './record.ts';
import { type AskedPage, type AuditScope, type FoundRows, type Place, scopeSql } from './scope.ts';
import { searchOf } from './search.ts';
import type { AuditRow } from './table.ts';
import { withPatterns } from './words.ts';

/** The entry of a position as a place of a page; null if the caller's history has no such entry. By the primary key. */
export async function placeOf(
  db: Db,
  scope: AuditScope,
  to: Place['to'],
  position: string,
): Promise<Place | null> {
  const row = await findRow(db, scope, position);
  return row && { to, ...row };
}

/** By the primary key. */
export async function findRow(db: Db, scope: AuditScope, position: string): Promise<AuditRow | null> {
  const [row] = await findRowsAt(db, scope, [position]);
  return row ?? null;
}

/** The rows of these positions, in no order. By the primary key. */
export async function findRowsAt(
  db: Db,
  scope: AuditScope,
  positions: readonly string[],
): Promise<AuditRow[]> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from audit_events e
      where e.tenant ${ofScope} and e.position = any($${values.push(positions)}::text[])`,
    values,
  );
  return rows;
}

/**
 * Finds a page of the history, newest first. Filters on columns are a range of one index of audit_events that ends with
 * the page. A record's page is a part of its stream (record.ts). Field and search are first turned into the positions
 * that the page can have (words.ts).
 */
export async function findRows(db: Db, store: EventStore, asked: AskedPage): Promise<FoundRows> {
  const { subject } = asked.filters;
  if (subject) return rowsOfRecord(db, store, asked, subject);
  const search = await searchOf(db, store, asked);
  if (!search) return { rows: await pageOfRows(db, asked, null), stoppedAt: null };
  const { positions, stoppedAt } = await withPatterns(db, asked, search.patterns);
  const found = [...new Set([...positions, ...search.ofLeads])];
  return { rows: await pageOfRows(db, asked, found, stoppedAt), stoppedAt };
}

/** The page of all rows, or of those at some positions; not beyond the entry `upTo`. */
async function pageOfRows(
  db: Db,
  asked: AskedPage,
  positions: readonly string[] | null,
  upTo: string | null = null,
): Promise<AuditRow[]> {
  if (positions?.length === 0) return [];
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const where = `${columnsSql(asked, values)} ${timeSql(asked, values, 'e')}`;
  const found = positions ? `and e.position = any($${values.push(positions)}::text[])` : '';
  const end = upTo
    ? `and (e.at, e.position) ${asked.place?.to === 'newer' ? '<=' : '>='} (
         select s.at, s.position from audit_events s where s.tenant ${ofScope} and s.position = $${values.push(upTo)})`
    : '';
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from audit_events e where e.tenant ${ofScope} ${where} ${found} ${end}
      order by ${orderSql(asked, 'e')} limit $${values.push(asked.limit)}`,
    values,
  );
  return asked.place?.to === 'newer' ? rows.reverse() : rows;
}
