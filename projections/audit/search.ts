import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { searchTerms } from '../leads/search.ts';
import { containing } from '../like.ts';
import { pageSql } from './conditions.ts';
import { type AskedPage, type AuditScope, scopeSql } from './scope.ts';
import { fieldPattern } from './search-text.ts';

/** A common word fills a page among this many entries, without reading all its matches. */
const NEWEST = 20_000;
/** The most leads, and events of one record, that are found. */
const MOST_LEADS = 20;
const MOST_OF_RECORD = 5_000;

/** One of these patterns must match, for each list. */
type Patterns = readonly (readonly string[])[];

/** The positions that subject, field and search leave; null when none of them is set. */
export async function positionsFound(db: Db, store: EventStore, asked: AskedPage): Promise<string[] | null> {
  const { subject, field, search } = asked.filters;
  const terms = search ? searchTerms(search).map((any) => any.map(containing)) : [];
  const patterns = [...(field ? [[fieldPattern(field)]] : []), ...terms];
  if (subject) {
    const ofRecord = await positionsOfStreams(store, asked.scope, [subject]);
    if (patterns.length === 0) return ofRecord;
    return withText(db, asked.scope, patterns, ofRecord);
  }
  if (patterns.length === 0) return null;
  const [found, ofLeads] = await Promise.all([
    withPatterns(db, asked, patterns),
    field ? [] : positionsOfLeads(db, store, asked.scope, terms),
  ]);
  return [...new Set([...found, ...ofLeads])];
}

/**
 * The page of entries whose text matches. First among the newest entries that the other filters leave; only if these are
 * more than NEWEST, and so few of them match, the word is rare enough for the trigram index.
 */
async function withPatterns(db: Db, asked: AskedPage, patterns: Patterns): Promise<string[]> {
  const newest = await amongNewest(db, asked, patterns);
  if (newest.length >= asked.limit || !(await areMore(db, asked))) return newest;
  return byIndex(db, asked, patterns);
}

/** Texts by their primary key, in the order of the page, until it is full. */
async function amongNewest(db: Db, asked: AskedPage, patterns: Patterns): Promise<string[]> {
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const { where, order } = pageSql(asked, values);
  const { rows } = await db.query<{ position: string }>(
    `${mark} select e.position from (
       select e.at, e.position from audit_events e where e.tenant ${ofScope} ${where}
        order by ${order} limit ${NEWEST}
     ) e join audit_texts t on t.position = e.position
     where t.tenant ${ofScope} and ${matching('t', patterns, values)}
     order by ${order} limit $${values.push(asked.limit)}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** Whether the filters on columns leave more entries than amongNewest reads. */
async function areMore(db: Db, asked: AskedPage): Promise<boolean> {
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const { where, order } = pageSql(asked, values);
  const { rows } = await db.query(
    `${mark} select 1 from audit_events e where e.tenant ${ofScope} ${where}
      order by ${order} limit 1 offset ${NEWEST}`,
    values,
  );
  return rows.length > 0;
}

/** Materialized, so that always the trigram index is used and the rest is sorted. */
async function byIndex(db: Db, asked: AskedPage, patterns: Patterns): Promise<string[]> {
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const { where, order } = pageSql(asked, values);
  const { rows } = await db.query<{ position: string }>(
    `${mark} with found as materialized (
       select t.position from audit_texts t where t.tenant ${ofScope} and ${matching('t', patterns, values)}
     ) select e.position from found join audit_events e on e.position = found.position
        where e.tenant ${ofScope} ${where} order by ${order} limit $${values.push(asked.limit)}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** The positions among these whose text matches. By the primary key. */
async function withText(db: Db, scope: AuditScope, patterns: Patterns, positions: readonly string[]) {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{ position: string }>(
    `${mark} select t.position from audit_texts t
      where t.tenant ${ofScope} and t.position = any($${values.push(positions)}::text[])
        and ${matching('t', patterns, values)}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** A lead's creation has no text here, but the search of the leads list finds the lead. Index lead_search_text. */
async function positionsOfLeads(
  db: Db,
  store: EventStore,
  scope: AuditScope,
  terms: Patterns,
): Promise<string[]> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{ id: string }>(
    `${mark} select l.id from lead_search l
      where l.tenant ${ofScope} and ${matching('l', terms, values, 'search')} limit ${MOST_LEADS}`,
    values,
  );
  const streams = rows.map(({ id }) => leadStream(LeadId.parse(id)));
  return positionsOfStreams(store, scope, streams);
}

/** The events of these records that belong to the scope, from their streams. */
async function positionsOfStreams(store: EventStore, scope: AuditScope, streams: readonly string[]) {
  const histories = await Promise.all(
    streams.map((stream) => store.readStream(stream, { limit: MOST_OF_RECORD })),
  );
  return histories
    .flat()
    .filter(({ meta }) => scope === '*' || meta.tenant === scope)
    .map(({ position }) => position);
}

function matching(alias: string, patterns: Patterns, values: unknown[], column = 'text'): string {
  const each = patterns.map(
    (any) => `(${any.map((pattern) => `${alias}.${column} like $${values.push(pattern)}`).join(' or ')})`,
  );
  return each.length > 0 ? each.join(' and ') : 'true';
}
